package io.fleet.ec.consensus;

import java.util.Arrays;

/** The STATEs, or the VOTEs, of one slot: for each phase one value of each node. Grows with the phases, to a bound. */
final class PhaseTally {
    private static final int FIRST_PHASES = 4;

    private final int nodes;
    private byte[] values;

    PhaseTally(final int nodes) {
        this.nodes = nodes;
        values = new byte[FIRST_PHASES * nodes];
    }

    void clear() {
        Arrays.fill(values, (byte) 0);
    }

    /** Forgets all but one node's. */
    void keepOnly(final int node) {
        for (int index = 0; index < values.length; index++) {
            if (index % nodes != node) {
                values[index] = 0;
            }
        }
    }

    TallyResult put(final int phase, final int node, final int value) {
        final int index = (phase - 1) * nodes + node;
        if (index >= values.length) {
            values = Arrays.copyOf(values, Math.min(SlotVote.MAX_PHASE, Math.max(phase, 2 * phases())) * nodes);
        }
        if (values[index] == 0) {
            values[index] = (byte) value;
            return TallyResult.NEW;
        }
        return values[index] == value ? TallyResult.SAME : TallyResult.CONTRADICTION;
    }

    /** The value of a node, 0 for none. */
    int get(final int phase, final int node) {
        return phase > phases() ? 0 : values[(phase - 1) * nodes + node];
    }

    int count(final int phase, final int value) {
        int count = 0;
        for (int node = 0; node < nodes; node++) {
            if (get(phase, node) == value) {
                count++;
            }
        }
        return count;
    }

    int heard(final int phase) {
        return nodes - count(phase, 0);
    }

    private int phases() {
        return values.length / nodes;
    }
}
