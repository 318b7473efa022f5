package io.fleet.scattered.leader;

import io.fleet.scattered.context.GroupContext;
import java.util.concurrent.TimeUnit;

/** For how long those who were named are waited for: as with retransmissions, the mean and four deviations. */
final class HedgeDelay {
    private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final long longestNs;
    private final long fixedNs;
    private long smoothedNs;
    private long deviationNs;
    private boolean measured;

    HedgeDelay(final GroupContext context) {
        longestNs = context.resendNs();
        fixedNs = TimeUnit.MILLISECONDS.toNanos(context.config().hedgeMillis());
    }

    /** What was measured counts, unless {@code hedgeMillis} says another time. */
    long ns() {
        if (fixedNs > 0) {
            return Math.min(fixedNs, longestNs);
        }
        return measured ? Math.min(Math.max(smoothedNs + 4 * deviationNs, LEAST_NS), longestNs) : longestNs;
    }

    /** A member that was named has acknowledged an entry after so long. */
    void sample(final long latencyNs) {
        final long sampleNs = Math.min(latencyNs, longestNs);
        if (measured) {
            deviationNs += (Math.abs(sampleNs - smoothedNs) - deviationNs) / 4;
            smoothedNs += (sampleNs - smoothedNs) / 8;
        } else {
            measured = true;
            smoothedNs = sampleNs;
            deviationNs = sampleNs / 2;
        }
    }
}
