package io.fleet.ec.node.proxy;

import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.common.LogClock;

/**
 * The log time that this node proposes as a proxy (S11). Any member may propose one at any time, and the highest
 * counts, so each keeps to what the members' clocks show ({@link LogClock}): one wrong clock would end all sessions
 * otherwise.
 */
public final class ProxyClock {
    private final ReplicaProgress progress;
    private final LogClock clock;
    private long known = -1;
    private long lastMillis = -1;
    private long last;

    public ProxyClock(final LogClock.Members members, final long sessionTimeoutMillis, final ReplicaProgress progress) {
        this.progress = progress;
        clock = new LogClock(members, sessionTimeoutMillis, Long.MAX_VALUE);
    }

    /** What the wall clock of a member shows; 0 where it does not know. */
    public void hear(final int member, final long millis, final long nowNs) {
        clock.hear(member, millis, nowNs);
    }

    /** Whether this node knows enough clocks of members to propose a log time: after a start its own may be wrong. */
    public boolean isCompared() {
        return clock.isCompared();
    }

    /**
     * The log time to propose now, at least that of what was applied here. What is applied only because this node was
     * away, or has started, is no sign that log time has just come there.
     *
     * @param learned up to where this node knows what is decided.
     */
    public long time(final long learned, final long nowNs, final long epochMillis) {
        final long applied = progress.logTime();
        if (applied == known && epochMillis == lastMillis) {
            return last;
        }
        lastMillis = epochMillis;
        if (applied > known) {
            clock.raise(applied, nowNs);
            if (known < 0 || progress.applied() >= learned) {
                clock.see(applied, nowNs);
            }
            known = applied;
        }
        last = Math.max(applied, clock.time(nowNs, epochMillis));
        return last;
    }
}
