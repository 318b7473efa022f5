package io.fleet.ec.consensus;

/**
 * How many nodes each vote of a slot waits for.
 *
 * @param nodes  how many nodes the group has, in [2, 63].
 * @param faults how many of them may fail at a time, in [0, (nodes - 1) / 2].
 */
public record Quorums(int nodes, int faults) {
    /** The largest group: sets of nodes are kept as the bits of a long. */
    public static final int MAX_NODES = 63;
    private static final int MIN_NODES = 2;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the value and its range.
     */
    public Quorums {
        if (nodes < MIN_NODES || nodes > MAX_NODES) {
            throw new IllegalArgumentException("nodes " + nodes + " is not in [" + MIN_NODES + ", " + MAX_NODES + "]");
        }
        if (faults < 0 || faults > (nodes - 1) / 2) {
            throw new IllegalArgumentException("faults " + faults + " of " + nodes + " nodes is not in [0, "
                + (nodes - 1) / 2 + "]");
        }
    }

    /**
     * The quorums of a coded group: as many faults as leave every durable value decodable, n &gt;= 2f + k.
     *
     * @param dataShards   k, at least 1.
     * @param parityShards m, at least 0.
     * @return the quorums of k + m nodes.
     */
    public static Quorums ofCode(final int dataShards, final int parityShards) {
        if (dataShards < 1 || parityShards < 0) {
            throw new IllegalArgumentException("k " + dataShards + " is not at least 1, or m " + parityShards
                + " is not at least 0");
        }
        return new Quorums(dataShards + parityShards, parityShards / 2);
    }

    /**
     * All that may be waited for: n - f.
     *
     * @return nodes.
     */
    public int enough() {
        return nodes - faults;
    }

    /**
     * More than half: two such sets share a node.
     *
     * @return nodes.
     */
    public int majority() {
        return nodes / 2 + 1;
    }

    /**
     * So many equal PROPOSALs that every n - f of all PROPOSALs have a majority of them.
     *
     * @return nodes.
     */
    public int fast() {
        return nodes / 2 + faults + 1;
    }

    /**
     * So many nodes at least have proposed for a slot that is decided: enough, or all that the fast path takes.
     *
     * @return nodes.
     */
    public int proposers() {
        return Math.min(enough(), fast());
    }

    /**
     * So many equal VOTEs of a phase that every n - f of its VOTEs have one of them.
     *
     * @return nodes.
     */
    public int decisive() {
        return faults + 1;
    }
}
