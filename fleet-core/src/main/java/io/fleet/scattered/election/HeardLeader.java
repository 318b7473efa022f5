package io.fleet.scattered.election;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.store.NodeLives;
import io.fleet.scattered.context.GroupContext;
import java.util.concurrent.TimeUnit;

/** When a leader was heard last, and until when it may be quiet while its node is heard. */
final class HeardLeader {
    /** Nobody is believed to be quiet for longer. */
    private static final int MOST_QUIET_TIMEOUTS = 8;
    /** A node that follows a quiet leader says so many times in what that may be silent that it lives. */
    private static final int PULSES = 32;

    private final GroupContext context;
    private boolean isEver;
    private int node;
    private long lastNs;
    private long quietNs;
    /** Not in the future where it is not quiet. */
    private long quietUntilNs;
    /** The life in which its node was heard when it said so. */
    private long life;

    HeardLeader(final GroupContext context) {
        this.context = context;
    }

    /** The node begins. */
    void start(final long nowNs) {
        lastNs = nowNs;
        quietUntilNs = nowNs;
    }

    /** Whether any leader was heard since the start. */
    boolean isEver() {
        return isEver;
    }

    /** The leader of a ballot was heard, and may say nothing for a time. */
    void heard(final long ballot, final int quietMillis, final long nowNs) {
        isEver = true;
        node = Ballot.node(ballot);
        lastNs = nowNs;
        quietNs = Math.min(TimeUnit.MILLISECONDS.toNanos(quietMillis), MOST_QUIET_TIMEOUTS * context
            .electionTimeoutNs());
        quietUntilNs = nowNs + quietNs;
        life = context.lives().lifeOf(node);
    }

    /** It is not believed to be quiet any more. */
    void end(final long nowNs) {
        quietUntilNs = nowNs;
    }

    /** Whether it was heard within an election timeout, or its node was while it may be quiet. */
    boolean isHeard(final long nowNs) {
        return isEver && nowNs - lastNs < context.electionTimeoutNs() || isQuiet(nowNs);
    }

    /** Whether it has said, not too long ago, that it is quiet, and its node is heard. */
    boolean isQuiet(final long nowNs) {
        if (!isEver || nowNs - quietUntilNs >= 0 || node == context.self()) {
            return false;
        }
        final long heardNs = context.lives().heardNs(node);
        return heardNs != NodeLives.UNHEARD && nowNs - heardNs < context.electionTimeoutNs()
            && context.lives().lifeOf(node) == life;
    }

    /** Until when it may be quiet. */
    long quietUntilNs() {
        return quietUntilNs;
    }

    /** When its node was heard last. */
    long nodeNs() {
        return context.lives().heardNs(node);
    }

    /** How often this node has to say that it lives, while the leader is quiet. */
    long pulseNs() {
        return Math.min(context.heartbeatNs(), quietNs / PULSES);
    }
}
