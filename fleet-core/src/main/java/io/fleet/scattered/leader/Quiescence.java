package io.fleet.scattered.leader;

import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.store.NodeLives;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * When a leader has heard its members, and whether it is quiet: its group has nothing to do, all members that are there
 * know that, and its node, which has other groups too, says by itself that it lives ({@code NodePulse}). Then it sends
 * one heartbeat in two election timeouts, each of which says for how long it may be silent: for four, so that one may
 * be lost. Followers go by it while they hear its node, so a node that dies is missed as soon as without. Observers
 * need not have answered: one that has come back hears the next heartbeat, and asks for what it lacks. Decided anew
 * with each heartbeat; ends with whatever the leader says besides, and where a member does not answer a heartbeat.
 * Nothing of safety hangs on it: who campaigns needs its quorum as ever (S12), and where leases are granted nobody is
 * quiet.
 */
public final class Quiescence {
    private static final CoverageMark QUIET = CoverageMark.named("quiescence.leader-is-quiet");
    private static final CoverageMark DISTURBED = CoverageMark.named("quiescence.leader-was-disturbed");
    private static final CoverageMark SILENT_NODE = CoverageMark.named("quiescence.silent-node-is-not-waited-for");
    private static final CoverageMark OWED = CoverageMark.named("quiescence.heartbeat-was-not-answered");
    private static final int EVERY_TIMEOUTS = 2;
    private static final int TOLD_TIMEOUTS = 4;
    /** So many pulses fit into an election timeout. */
    private static final int PULSES = 8;
    /** Heartbeats that a member may have missed. */
    private static final int HEARTBEATS = 2;

    private final GroupContext context;
    private final ReplierQueues repliers;
    private final WriteSets writeSets;
    private final long[] lastHeardNs = new long[Configuration.SLOTS];
    private final long everyNs;
    private final long toldNs;
    private boolean isQuiet;
    /** When it has said so last. */
    private long toldQuietNs;
    private boolean isAwake;
    private long awakeUntilNs;

    Quiescence(final GroupContext context, final ReplierQueues repliers, final WriteSets writeSets) {
        this.context = context;
        this.repliers = repliers;
        this.writeSets = writeSets;
        everyNs = EVERY_TIMEOUTS * context.electionTimeoutNs();
        toldNs = TOLD_TIMEOUTS * context.electionTimeoutNs();
    }

    /** A ballot begins: all members count as heard now. */
    void start(final long nowNs) {
        Arrays.fill(lastHeardNs, nowNs);
        isQuiet = false;
    }

    /** A member has acknowledged something at the ballot. */
    void heard(final int slot, final long nowNs) {
        lastHeardNs[slot] = nowNs;
    }

    /** Whether the leader is silent for long, and lets its node say that it lives. */
    public boolean isQuiet() {
        return isQuiet;
    }

    /** How often a heartbeat is due. */
    long heartbeatNs() {
        return isQuiet ? everyNs : context.heartbeatNs();
    }

    /** How often its node has to say that it lives; 0 where it is not quiet, or nobody hears it. */
    public long pulseNs() {
        return !isQuiet || isAlone() ? 0 : Math.min(context.heartbeatNs(), context.electionTimeoutNs() / PULSES);
    }

    /**
     * How long nothing has to be said, and no answer is overdue.
     *
     * @return 0 or less where it is not quiet.
     */
    public long leftNs(final long nowNs) {
        if (!isQuiet) {
            return 0;
        }
        final long owedNs = toldQuietNs + context.electionTimeoutNs() - nowNs;
        return owedNs > 0 && !haveAllAnswered(toldQuietNs) ? owedNs : toldQuietNs + everyNs - nowNs;
    }

    private boolean haveAllAnswered(final long sentNs) {
        for (int slot = 0; slot < context.slots(); slot++) {
            if (isAwaited(slot) && lastHeardNs[slot] - sentNs < 0) {
                return false;
            }
        }
        return true;
    }

    /** All who are there were told that it is quiet. */
    void begin(final long nowNs) {
        QUIET.hit();
        isQuiet = true;
        toldQuietNs = nowNs;
    }

    /** The ballot is over. */
    void end() {
        isQuiet = false;
    }

    /**
     * It says something else, and is quiet no more. Those whose nodes were heard count as heard until they have had
     * time to say something.
     */
    void wake(final long nowNs) {
        if (!isQuiet) {
            return;
        }
        for (int slot = 0; slot < context.slots(); slot++) {
            lastHeardNs[slot] = heardNs(slot, nowNs);
            repliers.heard(slot, lastHeardNs[slot]);
            writeSets.heard(slot, lastHeardNs[slot]);
        }
        isQuiet = false;
    }

    /** Somebody wants something besides commands: it hears all members often for a while, and knows more of them. */
    public void disturb(final long nowNs) {
        if (isQuiet) {
            DISTURBED.hit();
        }
        isAwake = true;
        awakeUntilNs = nowNs + everyNs;
        wake(nowNs);
    }

    /**
     * A heartbeat is about to be sent of a leader that has nothing to do; for how many milliseconds nothing may be said
     * then.
     *
     * @param highest     what it has ordered.
     * @param sentNs      when it has spoken before.
     * @param logMillis   what log time is at most.
     * @return 0 where it is not quiet.
     */
    int decide(final long highest, final long sentNs, final long logMillis, final long nowNs) {
        isAwake &= nowNs - awakeUntilNs < 0;
        final long toldMillis = TimeUnit.NANOSECONDS.toMillis(toldNs);
        final ReplicaProgress progress = context.progress();
        if (progress.applied() != highest || progress.recorded() != highest
            || progress.nextDeadline() != Long.MAX_VALUE && progress.nextDeadline() - logMillis <= toldMillis) {
            return 0;
        }
        return !isAwake && context.lives().speaksForGroups() && context.config().leases().millis() == 0
            && context.membership().current().learner().isEmpty() && context.membership().current().before() == null
            && areInStep(highest, sentNs, nowNs) ? (int) toldMillis : 0;
    }

    /**
     * Whether all members whose nodes are there have applied all, and have answered; one has, unless there is none that
     * answers.
     */
    private boolean areInStep(final long highest, final long sentNs, final long nowNs) {
        boolean any = true;
        for (int slot = 0; slot < context.slots(); slot++) {
            any &= !isAwaited(slot);
        }
        for (int slot = 0; slot < context.slots(); slot++) {
            if (!isAwaited(slot)) {
                continue;
            }
            if (!isThere(slot, nowNs)) {
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

    /** Whether a member whose node is there has not answered what was said long enough ago. */
    boolean isOwed(final long sentNs, final long nowNs) {
        if (!isQuiet || nowNs - sentNs < context.electionTimeoutNs()) {
            return false;
        }
        for (int slot = 0; slot < context.slots(); slot++) {
            if (isAwaited(slot) && lastHeardNs[slot] - sentNs < 0 && isThere(slot, nowNs)) {
                OWED.hit();
                return true;
            }
        }
        return false;
    }

    /** Whether a read quorum was heard within an election timeout (S12). */
    public boolean hasQuorum(final long nowNs) {
        long heard = 0;
        for (int i = 0; i < context.slots(); i++) {
            if (context.members()[i] == context.self() || nowNs - heardNs(i, nowNs) <= context.electionTimeoutNs()) {
                heard |= 1L << i;
            }
        }
        return context.quorum().isElectionQuorum(heard);
    }

    /** When a member was heard last at this ballot, or its node in any matter while this leader is quiet. */
    public long heardNs(final int slot, final long nowNs) {
        final long lastNs = lastHeardNs[slot];
        if (!isQuiet || !isOther(slot) || nowNs - lastNs > toldNs) {
            return lastNs;
        }
        final long nodeNs = context.lives().heardNs(context.members()[slot]);
        return nodeNs == NodeLives.UNHEARD || nodeNs - lastNs < 0 ? lastNs : nodeNs;
    }

    private boolean isAlone() {
        for (int slot = 0; slot < context.slots(); slot++) {
            if (isOther(slot)) {
                return false;
            }
        }
        return true;
    }

    private boolean isOther(final int slot) {
        final int node = context.members()[slot];
        return node >= 0 && node != context.self();
    }

    /** Whether it answers heartbeats: an observer does not, and asks for what it lacks. */
    private boolean isAwaited(final int slot) {
        return isOther(slot) && !context.membership().roles().isObserver(slot);
    }

    private boolean isThere(final int slot, final long nowNs) {
        final long heardNs = context.lives().heardNs(context.members()[slot]);
        return heardNs != NodeLives.UNHEARD && nowNs - heardNs <= context.electionTimeoutNs();
    }
}
