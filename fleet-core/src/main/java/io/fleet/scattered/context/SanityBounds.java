package io.fleet.scattered.context;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.read.LeaseReleased;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;

/**
 * Whether ballots and log times that others tell of can be what a group gets to by itself, so that no message takes
 * the group to where there is nothing above.
 *
 * <p>Rounds: there are {@link #ROUNDS}, and {@link #ROUNDS_PER_SECOND} more for each second since 1970 by the clock of
 * this node or the log time that it has applied, whichever is later. A group gets through some rounds a second at the
 * very worst, so it does not get there by itself, whatever the clocks show. The bound is of nothing that anybody says:
 * wherever one node is taken the others follow, as soon as their clocks are where its clock was, and a node that was
 * away for years is let on at once. One that has lost what it promised asks the others, and is let on to the ballot
 * that so many of them have promised that one of them must be right.
 *
 * <p>Time: an entry may be up to {@link #AHEAD_MS} ahead of this node's clock and of all that it has applied. Clocks
 * may be wrong, and then it is this node's that may be: what it hears for ten election timeouts it takes.
 */
public final class SanityBounds {
    /** Rounds that there are whatever the time is: one a second takes 8,700 years. */
    static final long ROUNDS = 1L << 38;
    /** Rounds that come with each second: the last one there is comes after some 1,600 years. */
    static final long ROUNDS_PER_SECOND = 16;
    /** Milliseconds that an entry may be ahead: a day. */
    static final long AHEAD_MS = 24 * 60 * 60 * 1_000L;
    /** For so many election timeouts is a time refused that is further ahead. */
    static final int PATIENCE_TIMEOUTS = 10;
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long UNKNOWN = Long.MAX_VALUE - AHEAD_MS;
    private static final long MOST_MILLIS = 1L << 50;
    private static final CoverageMark BALLOT = CoverageMark.named("plausibility.ballot-too-far-ahead");
    private static final CoverageMark PROMISED = CoverageMark.named("plausibility.ballots-that-members-have-promised");
    private static final CoverageMark TIME = CoverageMark.named("plausibility.time-too-far-ahead");
    private static final CoverageMark TIME_TAKEN = CoverageMark.named("plausibility.time-taken-in-the-end");

    private final GroupContext context;
    /** The ballot that each member says it has promised; 0 while it has not said. */
    private final long[] reported = new long[Configuration.SLOTS];
    private long highest;
    private long epochMillis = UNKNOWN;
    private long taken;
    private boolean refusing;
    private long refusingSinceNs;
    private long refusedNs;

    public SanityBounds(final GroupContext context) {
        this.context = context;
    }

    /** What this node's own clock says. */
    public void clock(final long newEpochMillis) {
        epochMillis = newEpochMillis;
    }

    /** Whether a message may be acted on; counted when not. {@code promised} is what this node has promised. */
    public boolean admits(final Message message, final long promised, final long nowNs) {
        final boolean admitted = switch (message.type()) {
            case ORDER -> isNear(((Order) message).ballot, promised) && isInTime((Order) message, nowNs);
            case PREPARE -> isNear(((Prepare) message).ballot, promised);
            case PRE_VOTE_REPLY -> isNear(((PreVoteReply) message).knownBallot, promised);
            case STALE_BALLOT -> isNear(((StaleBallot) message).promised, promised);
            case LEASE_REQUEST -> isNear(((LeaseRequest) message).ballot, promised);
            case SUB_LEASE_REQUEST -> isNear(((SubLeaseRequest) message).ballot, promised);
            case SUB_LEASE -> isNear(((SubLease) message).ballot, promised);
            case LEASE_RELEASED -> isNear(((LeaseReleased) message).ballot, promised);
            case REJOIN_REPLY -> isNear(((RejoinReply) message).promised, promised)
                && isNear(((RejoinReply) message).ballot, promised);
            case CATCH_UP_ENTRY -> isInTime(((CatchUpEntry) message).meta.timestamp, nowNs);
            default -> true;
        };
        if (!admitted) {
            context.counters().implausible.increment();
        }
        return admitted;
    }

    /**
     * A member says up to which ballot it has promised, asked by this node in this life, which does not vote: as
     * many as a repair takes are not all wrong.
     */
    public void onReported(final int member, final long promised) {
        if (member < 0 || (context.membership().roles().counting() >>> member & 1) == 0 || context
            .members()[member] == context
                .self()) {
            return;
        }
        reported[member] = promised;
        final int enough = context.quorum().fewestRepairers();
        for (final long ballot : reported) {
            if (ballot > highest && Arrays.stream(reported).filter(other -> other >= ballot).count() >= enough) {
                PROMISED.hit();
                highest = ballot;
            }
        }
    }

    /** Other members may have the slots of former ones. */
    public void onConfiguration() {
        Arrays.fill(reported, Ballot.NONE);
    }

    private boolean isNear(final long ballot, final long promised) {
        highest = Math.max(highest, promised);
        if (ballot <= highest) {
            return true;
        }
        if (Ballot.round(ballot) > rounds()) {
            BALLOT.hit();
            return false;
        }
        highest = ballot;
        return true;
    }

    /** The round that the group can have got to by now. */
    private long rounds() {
        final long clock = epochMillis == UNKNOWN ? 0 : epochMillis;
        final long millis = Math.min(Math.max(clock, context.progress().logTime()), MOST_MILLIS);
        return Math.min(Ballot.MAX_ROUND, ROUNDS + millis * ROUNDS_PER_SECOND / MILLIS_PER_SECOND);
    }

    private boolean isInTime(final Order order, final long nowNs) {
        long latest = 0;
        for (int i = 0; i < order.count; i++) {
            latest = Math.max(latest, order.entries[i].meta.timestamp);
        }
        return isInTime(latest, nowNs);
    }

    private boolean isInTime(final long timestamp, final long nowNs) {
        if (timestamp <= Math.max(Math.max(epochMillis, taken), context.progress().logTime()) + AHEAD_MS) {
            return true;
        }
        final long patienceNs = PATIENCE_TIMEOUTS * context.electionTimeoutNs();
        if (!refusing || nowNs - refusedNs > patienceNs) {
            refusing = true;
            refusingSinceNs = nowNs;
        }
        refusedNs = nowNs;
        if (nowNs - refusingSinceNs < patienceNs) {
            TIME.hit();
            return false;
        }
        TIME_TAKEN.hit();
        refusing = false;
        taken = timestamp;
        return true;
    }
}
