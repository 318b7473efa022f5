package io.fleet.bench.reads;

/**
 * How fast n replicas can be at most, of which each executes every write and one executes a read, when executing is all
 * that costs (Compartmentalized MultiPaxos, section 6.3; CM-17).
 */
final class ReadLaw {
    private ReadLaw() {
    }

    /**
     * The peak.
     *
     * @param nodes n, the replicas.
     * @param alpha what one of them executes in a second.
     * @param reads the share of reads, from 0 to 1.
     */
    static double peak(final int nodes, final double alpha, final double reads) {
        return nodes * alpha / (nodes * (1 - reads) + reads);
    }
}
