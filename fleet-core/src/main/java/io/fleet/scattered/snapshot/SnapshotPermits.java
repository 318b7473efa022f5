package io.fleet.scattered.snapshot;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.leader.Leader;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;

/**
 * Gives replicas their turns at writing a snapshot, for the leader (S10, S12): one at a time, and none to the last that
 * could reply. Whoever has a turn is named as replier no more, and writes once it has replied to all for which it was,
 * so that no reply waits for a snapshot; one that lags need not catch up for it. A turn holds for a lease that the
 * replica renews; one that is not heard of any more loses it. One that is held up in its writing has none, and is not
 * named as replier all the same. One that is not to reply may write at any time.
 *
 * <p>A new leader knows of no turns. It gives none for a lease, in which those that have stopped applying renew theirs
 * with it. Only where such a renewal is lost do two replicas write at the same time for a moment, which costs replies
 * their spread and nothing else: who replies, and who applies when, is never a matter of correctness.
 */
public final class SnapshotPermits {
    private static final CoverageMark TAKEN_OVER = CoverageMark.named("snapshot-turns.turn-of-an-earlier-leader");
    private static final CoverageMark REFUSED = CoverageMark.named("snapshot-turns.another-has-its-turn");
    private static final CoverageMark HELD_UP = CoverageMark.named("snapshot-turns.held-up-without-its-turn");
    /** A turn holds for so many election timeouts unless it is renewed. */
    private static final int LEASE_TIMEOUTS = 2;

    private final GroupContext context;
    private final Leader leader;
    private final SnapshotGrant grant = new SnapshotGrant();
    private final long[] untilNs;
    private final boolean[] busy;
    private long ballot;
    private long quietUntilNs;

    public SnapshotPermits(final GroupContext context, final Leader leader) {
        this.context = context;
        this.leader = leader;
        untilNs = new long[Configuration.SLOTS];
        busy = new boolean[untilNs.length];
    }

    /** How long a turn holds that is not renewed. */
    static long leaseNs(final GroupContext context) {
        return context.electionTimeoutNs() * LEASE_TIMEOUTS;
    }

    public void onTurn(final int member, final SnapshotTurn turn, final long nowNs) {
        if (leader.ballot() == Ballot.NONE || turn.ballot != leader.ballot()) {
            return;
        }
        if (ballot != leader.ballot()) {
            ballot = leader.ballot();
            Arrays.fill(busy, false);
            quietUntilNs = nowNs + leaseNs(context);
        }
        if (!context.membership().roles().isFull(member)) {
            grant(member, 0);
            return;
        }
        expire(nowNs);
        if (turn.phase == SnapshotTurn.ENDED) {
            busy[member] = false;
            leader.passOverUntil(member, nowNs);
            return;
        }
        if (turn.phase == SnapshotTurn.HELD_UP) {
            HELD_UP.hit();
            busy[member] = false;
            leader.passOverUntil(member, nowNs + leaseNs(context));
            return;
        }
        if (!busy[member] && turn.phase == SnapshotTurn.WANTED && !mayBegin(member, nowNs)) {
            REFUSED.hit();
            return;
        }
        if (!busy[member] && turn.phase == SnapshotTurn.TAKEN) {
            TAKEN_OVER.hit();
        }
        busy[member] = true;
        untilNs[member] = nowNs + leaseNs(context);
        if (turn.phase == SnapshotTurn.WANTED || leader.hasReplierBeside(member, nowNs)) {
            grant(member, leader.passOverUntil(member, untilNs[member]));
        }
    }

    private void grant(final int member, final long upTo) {
        grant.ballot = ballot;
        grant.upTo = upTo;
        context.outbound().send(context.members()[member], grant);
    }

    private void expire(final long nowNs) {
        for (int i = 0; i < busy.length; i++) {
            busy[i] &= nowNs - untilNs[i] < 0;
        }
    }

    private boolean mayBegin(final int member, final long nowNs) {
        if (!leader.isOpen() || nowNs - quietUntilNs < 0) {
            return false;
        }
        for (final boolean one : busy) {
            if (one) {
                return false;
            }
        }
        return leader.hasReplierBeside(member, nowNs);
    }
}
