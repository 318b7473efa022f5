package io.fleet.ec.consensus;

/** When each member was last heard: who has been silent is not waited for where that is not needed. */
final class HeardMembers {
    private final int nodes;
    private final long silentNs;
    private final long[] heardNs;
    private long everHeard;

    HeardMembers(final int nodes, final long silentNs) {
        this.nodes = nodes;
        this.silentNs = silentNs;
        heardNs = new long[nodes];
    }

    void heard(final int node, final long nowNs) {
        everHeard |= 1L << node;
        heardNs[node] = nowNs;
    }

    /** How many of a set of members, as bits, have been heard lately. */
    int count(final long members, final long nowNs) {
        int count = 0;
        for (int node = 0; node < nodes; node++) {
            if ((members & everHeard & 1L << node) != 0 && nowNs - heardNs[node] < silentNs) {
                count++;
            }
        }
        return count;
    }
}
