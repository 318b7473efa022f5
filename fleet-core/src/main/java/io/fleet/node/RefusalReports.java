package io.fleet.node;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.node.status.NodeEvents;

/** Tells that a group takes no commands now, once in a while as long as it lasts, and that it does again. */
final class RefusalReports {
    private static final long INTERVAL_NS = 10_000_000_000L;

    private final int groupId;
    private final NodeEvents events;
    private final IntervalTimer time = new IntervalTimer(INTERVAL_NS);
    private String refusal;

    RefusalReports(final int groupId, final NodeEvents events) {
        this.groupId = groupId;
        this.events = events;
    }

    /**
     * What is so now.
     *
     * @param now why the group takes nothing; null when it does.
     */
    void tell(final String now, final long nowNs) {
        if (now == null ? refusal != null : refusal == null || time.isDue(nowNs)) {
            refusal = now;
            time.isDue(nowNs);
            events.onRefusal(groupId, now);
        }
    }
}
