package io.fleet.protocol.scattered;

import io.fleet.protocol.Ballot;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.message.CatchUpEntry;
import io.fleet.protocol.message.LeaseRequest;
import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.Order;
import io.fleet.protocol.message.PreVoteReply;
import io.fleet.protocol.message.Prepare;
import io.fleet.protocol.message.RejoinReply;
import io.fleet.protocol.message.StaleBallot;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;

/**
 * Whether ballots and log times that others tell of can be what a group gets to by itself, so that no message takes
 * the group to where there is nothing above.
 *
 * <p>Rounds: those that a node hears of may rise by {@link #ROUNDS} at once and by as many each minute. What was not
 * used in quiet times is not kept, so that all nodes are let on about as far; while ballots further ahead go on to come
 * it adds up. A group gets through some rounds a second at the very worst, so a node that was away for years is still
 * let on, at once or after minutes. One that has lost what it promised knows no round: it asks the others, and is let
 * on to the ballot that so many of them have promised that one of them must be right.
 *
 * <p>Time: an entry may be up to {@link #AHEAD_MS} ahead of this node's clock and of all that it has applied. Clocks
 * may be wrong, and then it is this node's that may be: what it hears for ten election timeouts it takes.
 */
final class Plausibility {
    /** Rounds that may be skipped at once, and in a minute. */
    static final long ROUNDS = 1L << 20;
    /** Milliseconds that an entry may be ahead: a day. */
    static final long AHEAD_MS = 24 * 60 * 60 * 1_000L;
    /**
     * For so many election timeouts is a time refused that is further ahead; and ballots go on to come that come again
     * within so many.
     */
    static final int PATIENCE_TIMEOUTS = 10;
    private static final long NS_PER_ROUND = 60_000_000_000L / ROUNDS;
    private static final Mark BALLOT = Mark.named("plausibility.ballot-too-far-ahead");
    private static final Mark PROMISED = Mark.named("plausibility.ballots-that-members-have-promised");
    private static final Mark TIME = Mark.named("plausibility.time-too-far-ahead");
    private static final Mark TIME_TAKEN = Mark.named("plausibility.time-taken-in-the-end");

    private final GroupContext context;
    /** The ballot that each member says it has promised; 0 while it has not said. */
    private final long[] reported = new long[Configuration.SLOTS];
    private boolean started;
    private boolean tooFar;
    private long tooFarNs;
    private long highest;
    private long rounds = ROUNDS;
    private long refilledNs;
    private long epochMillis = Long.MAX_VALUE - AHEAD_MS;
    private long taken;
    private boolean refusing;
    private long refusingSinceNs;
    private long refusedNs;

    Plausibility(final GroupContext context) {
        this.context = context;
    }

    /** What this node's own clock says. */
    void clock(final long newEpochMillis) {
        epochMillis = newEpochMillis;
    }

    /** Whether a message may be acted on; counted when not. {@code promised} is what this node has promised. */
    boolean admits(final Message message, final long promised, final long nowNs) {
        final boolean admitted = switch (message.type()) {
            case ORDER -> isNear(((Order) message).ballot, promised, nowNs) && isInTime((Order) message, nowNs);
            case PREPARE -> isNear(((Prepare) message).ballot, promised, nowNs);
            case PRE_VOTE_REPLY -> isNear(((PreVoteReply) message).knownBallot, promised, nowNs);
            case STALE_BALLOT -> isNear(((StaleBallot) message).promised, promised, nowNs);
            case LEASE_REQUEST -> isNear(((LeaseRequest) message).ballot, promised, nowNs);
            case REJOIN_REPLY -> isNear(((RejoinReply) message).promised, promised, nowNs)
                && isNear(((RejoinReply) message).ballot, promised, nowNs);
            case CATCH_UP_ENTRY -> isInTime(((CatchUpEntry) message).meta.timestamp, nowNs);
            default -> true;
        };
        if (!admitted) {
            context.counters().implausible.increment();
        }
        return admitted;
    }

    /**
     * A member says up to which ballot it has promised, asked by this node in this life, which does not vote: of n that
     * vote, (n - 1) / 2 + 1 are more than a quorum can do without.
     */
    void onReported(final int member, final long promised) {
        if (!context.membership().isVoter(member) || context.members()[member] == context.self()) {
            return;
        }
        reported[member] = promised;
        final int enough = (Long.bitCount(context.everyone()) - 1) / 2 + 1;
        for (final long ballot : reported) {
            if (ballot > highest && Arrays.stream(reported).filter(other -> other >= ballot).count() >= enough) {
                PROMISED.hit();
                highest = ballot;
            }
        }
    }

    /** Other members may have the slots of former ones. */
    void onConfiguration() {
        Arrays.fill(reported, Ballot.NONE);
    }

    private boolean isNear(final long ballot, final long promised, final long nowNs) {
        if (!started) {
            started = true;
            refilledNs = nowNs;
        }
        highest = Math.max(highest, promised);
        if (ballot <= highest) {
            return true;
        }
        refill(nowNs);
        final long skipped = Ballot.round(ballot) - Ballot.round(highest);
        if (skipped > rounds) {
            BALLOT.hit();
            tooFar = true;
            tooFarNs = nowNs;
            return false;
        }
        rounds -= skipped;
        highest = ballot;
        return true;
    }

    private void refill(final long nowNs) {
        final long more = (nowNs - refilledNs) / NS_PER_ROUND;
        final boolean goesOn = tooFar && nowNs - tooFarNs <= PATIENCE_TIMEOUTS * context.electionTimeoutNs();
        rounds = goesOn ? rounds + more : Math.min(ROUNDS, rounds + more);
        refilledNs += more * NS_PER_ROUND;
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
