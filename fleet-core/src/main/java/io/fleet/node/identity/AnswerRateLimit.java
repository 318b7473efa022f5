package io.fleet.node.identity;

import io.fleet.wire.codec.WireLimits;
import java.util.concurrent.TimeUnit;

/** How often all are told something because one node asks: a few times in each interval, whatever it asks. */
final class AnswerRateLimit {
    private static final int MOST = 4;
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final long[] sinceNs = new long[WireLimits.MAX_NODE_ID + 1];
    private final int[] taken = new int[sinceNs.length];

    /** Whether one more may be told. */
    boolean take(final int asker, final long nowNs) {
        if (taken[asker] == 0 || nowNs - sinceNs[asker] >= INTERVAL_NS) {
            sinceNs[asker] = nowNs;
            taken[asker] = 0;
        }
        if (taken[asker] == MOST) {
            return false;
        }
        taken[asker]++;
        return true;
    }
}
