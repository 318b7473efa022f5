package io.fleet.client.command;

/**
 * How long a batcher waits for an answer before it sends a command again: {@code retryMillis}, or as long as answers
 * take lately, their smoothed time and four deviations (as TCP sets its timer, RFC 6298), where that is longer. Else
 * a slow disk, or commands of some MiB, would have everything sent twice, and be slower still. At most half the time
 * after which a command fails, so that one whose answer was lost is sent again in any case.
 */
final class RetransmissionTimeout {
    static final int MAX_SHIFT = 3;
    private static final int DEVIATIONS = 4;
    private static final int SMOOTHING = 8;
    private static final int DEVIATION_SMOOTHING = 4;
    private static final int SILENCE = 2;

    private final long leastNs;
    private final long mostNs;
    private boolean isMeasured;
    private long smoothedNs;
    private long deviationNs;

    RetransmissionTimeout(final long retryNs, final long timeoutNs) {
        leastNs = retryNs;
        mostNs = Math.max(retryNs, timeoutNs / 2);
    }

    /** An answer came so long after what it answers was sent. */
    void answered(final long tookNs) {
        if (isMeasured) {
            deviationNs += (Math.abs(tookNs - smoothedNs) - deviationNs) / DEVIATION_SMOOTHING;
            smoothedNs += (tookNs - smoothedNs) / SMOOTHING;
        } else {
            isMeasured = true;
            smoothedNs = tookNs;
            deviationNs = tookNs / 2;
        }
    }

    /** For the first time. */
    long nanos() {
        return Math.max(leastNs, Math.min(mostNs, smoothedNs + DEVIATIONS * deviationNs));
    }

    /** For one that was sent so often before: each time is twice as long as the one before, but not above the most. */
    long nanos(final int attempts) {
        return Math.min(mostNs, nanos() << Math.min(attempts, MAX_SHIFT));
    }

    /**
     * Without any answer whoever should answer is silent, and another one is asked: twice that, but while half the time
     * of a command is left for the other one, unless {@code retryMillis} leaves less.
     */
    long silenceNanos() {
        return Math.max(SILENCE * leastNs, Math.min(SILENCE * nanos(), mostNs));
    }
}
