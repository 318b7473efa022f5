package io.fleet.examples.versions;

import java.util.Arrays;
import java.util.List;

/**
 * What one key has and had, the oldest first: revisions with numbers that grow, and drafts behind them. Guarded by
 * itself where drafts may be added meanwhile.
 */
final class Revisions {
    private Revision[] all = new Revision[2];
    private int count;

    synchronized void add(final Revision draft) {
        if (count == all.length) {
            all = Arrays.copyOf(all, count * 2);
        }
        all[count++] = draft;
    }

    /**
     * Takes the newest away, while no draft is added.
     *
     * @return whether there are others.
     */
    boolean removeNewest() {
        all[--count] = null;
        return count > 0;
    }

    /** The newest with this number or one below; null when there is none. */
    synchronized Revision newest(final long number) {
        final int end = end(number);
        return end == 0 ? null : all[end - 1];
    }

    /** Forgets what cannot be seen at a number or any after it. */
    synchronized void trim(final long number) {
        final int gone = end(number) - 1;
        if (gone > 0) {
            all = Arrays.copyOfRange(all, gone, Math.max(count, gone + 2));
            count -= gone;
        }
    }

    /** How many have this number or one below: drafts, behind them, have a number above all. */
    private int end(final long number) {
        int low = 0;
        int high = count;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (all[middle].number() <= number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** All of them, while no draft is added. */
    List<Revision> list() {
        return List.of(Arrays.copyOf(all, count));
    }
}
