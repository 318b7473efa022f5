package io.fleet.scattered.leader;

import io.fleet.consensus.store.NodeLives;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * Whether a leader is quiet: its group has nothing to do, all members that are there know that, and its node, which
 * has other groups too, says by itself that it lives ({@code NodePulse}). Then it sends one heartbeat in two election
 * timeouts, each of which says for how long it may be silent. Followers go by it while they hear its node, so a node
 * that dies is missed as soon as without. Decided anew with each heartbeat; whatever the leader says besides ends it.
 * Nothing of safety hangs on it: who campaigns needs its quorum as ever (S12), and where leases are granted nobody is
 * quiet.
 */
final class Quiescence {
    private static final CoverageMark QUIET = CoverageMark.named("quiescence.leader-is-quiet");
    private static final CoverageMark DISTURBED = CoverageMark.named("quiescence.leader-was-disturbed");
    private static final CoverageMark SILENT_NODE = CoverageMark.named("quiescence.silent-node-is-not-waited-for");
    /** Heartbeats that a member may have missed. */
    private static final int HEARTBEATS = 2;

    private final GroupContext context;
    private final ReplierQueues repliers;
    private boolean isQuiet;
    private boolean isAwake;
    private long awakeUntilNs;

    Quiescence(final GroupContext context, final ReplierQueues repliers) {
        this.context = context;
        this.repliers = repliers;
    }

    boolean isQuiet() {
        return isQuiet;
    }

    /** How often a heartbeat is due. */
    long heartbeatNs() {
        return isQuiet ? context.quietNs() : context.heartbeatNs();
    }

    /** Something was said, or the ballot is over. */
    void end() {
        isQuiet = false;
    }

    /** Somebody wants something of the leader that it knows more about when it hears all members. */
    void disturb(final long nowNs) {
        if (isQuiet) {
            DISTURBED.hit();
        }
        isQuiet = false;
        isAwake = true;
        awakeUntilNs = nowNs + context.quietNs();
    }

    /**
     * A heartbeat is about to be sent of a leader that has nothing to do; for how many milliseconds nothing will be
     * said then.
     *
     * @param highest     what it has ordered.
     * @param sentNs      when it has spoken before.
     * @param lastHeardNs when each member was heard.
     * @param idleMillis  for how long no time of the log will be due.
     * @return 0 where it is not quiet.
     */
    int decide(final long highest, final long sentNs, final long[] lastHeardNs, final long idleMillis,
               final long nowNs) {
        isAwake &= nowNs - awakeUntilNs < 0;
        isQuiet = !isAwake && context.lives().speaksForGroups() && context.config().leases().millis() == 0
            && idleMillis > TimeUnit.NANOSECONDS.toMillis(context.quietNs() + context.electionTimeoutNs())
            && context.membership().current().learner().isEmpty() && areInStep(highest, sentNs, lastHeardNs, nowNs);
        if (!isQuiet) {
            return 0;
        }
        QUIET.hit();
        return (int) TimeUnit.NANOSECONDS.toMillis(context.quietNs());
    }

    /** Whether all members whose nodes are there have applied all, and have answered; at least one has. */
    private boolean areInStep(final long highest, final long sentNs, final long[] lastHeardNs, final long nowNs) {
        boolean any = false;
        for (int slot = 0; slot < context.slots(); slot++) {
            final int node = context.members()[slot];
            if (node < 0 || node == context.self()) {
                continue;
            }
            final long heardNs = context.lives().heardNs(node);
            if (heardNs == NodeLives.UNHEARD || nowNs - heardNs > context.electionTimeoutNs()) {
                SILENT_NODE.hit();
                continue;
            }
            final boolean hasAnswered = lastHeardNs[slot] - sentNs >= 0
                || nowNs - lastHeardNs[slot] <= HEARTBEATS * context.heartbeatNs();
            if (!hasAnswered || !repliers.hasApplied(slot, highest)) {
                return false;
            }
            any = true;
        }
        return any;
    }
}
