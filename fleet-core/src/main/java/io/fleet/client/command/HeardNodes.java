package io.fleet.client.command;

import io.fleet.consensus.message.replication.OrderEntry;
import java.util.Arrays;

/**
 * The nodes that a batcher hears, and which of them it asks for an answer that did not come: the one that was heard
 * last, but not the one that was asked before, as long as there is another. One that was asked and not heard since
 * comes last from then on, until it is heard: it may have died, or no packet of it come through any more. Bounded: what
 * was not heard for longest is forgotten. Allocates nothing.
 */
final class HeardNodes {
    /** So many are remembered: more than are asked within the time of any command. */
    static final int MOST = 16;

    /** The first is asked first. */
    private final int[] nodes = new int[MOST];
    private final long[] heardNs = new long[MOST];
    private final boolean[] avoided = new boolean[MOST];
    private int count;

    /** A packet of a node has come. */
    void hear(final int node, final long nowNs) {
        if (node < 0) {
            return;
        }
        if (count == 0 || nodes[0] != node) {
            int place = find(node);
            if (place < 0) {
                place = count < MOST ? count++ : MOST - 1;
            }
            shift(place, 0);
            nodes[0] = node;
        }
        heardNs[0] = nowNs;
    }

    /** A new entry is formed: nobody is avoided. */
    void begin() {
        Arrays.fill(avoided, false);
    }

    /** Something goes into the entry that a node, or nobody, was asked to answer at a time, and that had no answer. */
    void avoid(final int node, final long askedNs) {
        final int place = find(node);
        if (place < 0) {
            return;
        }
        avoided[place] = true;
        final long lastNs = heardNs[place];
        if (lastNs - askedNs <= 0) {
            shift(place, count - 1);
            nodes[count - 1] = node;
            heardNs[count - 1] = lastNs;
            avoided[count - 1] = true;
        }
    }

    /** Whom to ask; {@link OrderEntry#NO_REPLIER} where nobody was heard. */
    int choose() {
        for (int i = 0; i < count; i++) {
            if (!avoided[i]) {
                return nodes[i];
            }
        }
        return count == 0 ? OrderEntry.NO_REPLIER : nodes[0];
    }

    private int find(final int node) {
        for (int i = 0; i < count; i++) {
            if (nodes[i] == node) {
                return i;
            }
        }
        return -1;
    }

    /** Moves those in between by one, so that what is at a place is gone, and another place is free. */
    private void shift(final int from, final int to) {
        final int first = Math.min(from, to);
        final int length = Math.abs(from - to);
        final int source = from < to ? first + 1 : first;
        final int target = from < to ? first : first + 1;
        System.arraycopy(nodes, source, nodes, target, length);
        System.arraycopy(heardNs, source, heardNs, target, length);
        System.arraycopy(avoided, source, avoided, target, length);
    }
}
