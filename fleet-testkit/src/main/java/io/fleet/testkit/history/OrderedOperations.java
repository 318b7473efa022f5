package io.fleet.testkit.history;

/**
 * A set of operations, which are numbered by their invocations. Nearly all of a search's set lies below its first gap,
 * so a copy of it tells where that is, and only what lies above: a copy costs as much as there are operations at the
 * same time, not as many as there are in all.
 */
final class OrderedOperations {
    private static final int HEADER = 1;

    private final long[] words;
    /** All words below are full. */
    private int full;
    /** All words from here on are empty. */
    private int end;

    OrderedOperations(final int size) {
        words = new long[(size >> 6) + 1];
    }

    void add(final int operation) {
        final int word = operation >> 6;
        words[word] |= 1L << operation;
        end = Math.max(end, word + 1);
        while (full < end && words[full] == -1L) {
            full++;
        }
    }

    void remove(final int operation) {
        final int word = operation >> 6;
        words[word] &= ~(1L << operation);
        full = Math.min(full, word);
        while (end > 0 && words[end - 1] == 0) {
            end--;
        }
    }

    /** How many words {@link #copy} writes. */
    int length() {
        return HEADER + Math.max(0, end - full);
    }

    /** Writes the set: how many words are full, how many follow, and these. */
    void copy(final long[] target, final int offset) {
        final int count = Math.max(0, end - full);
        target[offset] = (long) full << Integer.SIZE | count;
        System.arraycopy(words, full, target, offset + HEADER, count);
    }
}
