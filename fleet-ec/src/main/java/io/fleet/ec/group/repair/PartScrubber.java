package io.fleet.ec.group.repair;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.ec.dissemination.store.PartStore;

/**
 * Reads and verifies the parts that this node holds, one piece after the other, slowly and for ever: damage is found
 * while others can still mend it, and not when the part is needed. What is damaged counts as not held from then on.
 */
public final class PartScrubber {
    private final PartStore store;
    private IntervalTimer pace;
    private long at;
    private long passes;

    public PartScrubber(final PartStore store, final long intervalNs) {
        this.store = store;
        pace(intervalNs);
    }

    /** One piece at most in each interval; 0 for none at all. */
    public void pace(final long intervalNs) {
        pace = intervalNs == 0 ? null : new IntervalTimer(intervalNs);
    }

    /** How often all has been read. */
    public long passes() {
        return passes;
    }

    public int doWork(final long nowNs) {
        if (pace == null || !pace.isDue(nowNs)) {
            return 0;
        }
        at = store.verify(at);
        passes += at == 0 ? 1 : 0;
        return 1;
    }
}
