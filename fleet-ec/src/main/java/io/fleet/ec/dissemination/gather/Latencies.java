package io.fleet.ec.dissemination.gather;

/**
 * How long each node takes to answer: a smoothed time and its deviation, as TCP has them (RFC 6298). Nodes that did not
 * answer count as slow until they do.
 */
final class Latencies {
    private static final int GAIN = 8;
    private static final int DEVIATION_GAIN = 4;
    private static final int DEVIATIONS = 4;

    private final long[] smoothNs;
    private final long[] deviationNs;

    Latencies(final int nodes) {
        smoothNs = new long[nodes];
        deviationNs = new long[nodes];
    }

    void answered(final int node, final long tookNs) {
        if (smoothNs[node] == 0) {
            smoothNs[node] = Math.max(1, tookNs);
            deviationNs[node] = tookNs / 2;
            return;
        }
        final long off = Math.abs(tookNs - smoothNs[node]);
        deviationNs[node] += (off - deviationNs[node]) / DEVIATION_GAIN;
        smoothNs[node] = Math.max(1, smoothNs[node] + (tookNs - smoothNs[node]) / GAIN);
    }

    void silent(final int node, final long forNs) {
        smoothNs[node] = Math.max(smoothNs[node], forNs);
    }

    /** 0 where nothing is known. */
    long of(final int node) {
        return smoothNs[node];
    }

    /** After how long an answer is late; {@code otherwise} where nothing is known. */
    long lateNs(final int node, final long otherwise) {
        return smoothNs[node] == 0 ? otherwise : smoothNs[node] + DEVIATIONS * deviationNs[node];
    }
}
