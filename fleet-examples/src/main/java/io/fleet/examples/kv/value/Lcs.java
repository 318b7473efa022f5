package io.fleet.examples.kv.value;

/**
 * The longest common subsequence of two values, the one that Redis finds of several. Takes time for each pair of bytes,
 * and, where more than its length is asked for, a bit.
 */
public final class Lcs {
    /** Takes ranges of both values that are the same, the last one first; ends are within. */
    @FunctionalInterface
    public interface Ranges {
        /**
         * A range.
         *
         * @param from      where it begins in the first value.
         * @param otherFrom where it begins in the second value.
         * @param length    in bytes.
         */
        void range(int from, int otherFrom, int length);
    }

    private static final int WORD_BITS = 6;

    private final byte[] a;
    private final byte[] b;
    /** For each pair of bytes that differ, whether more is common without that of the first value; null if not kept. */
    private final long[] ups;
    private final int length;

    /**
     * Compares two values.
     *
     * @param a         the first.
     * @param b         the second; of no more than {@link Integer#MAX_VALUE} pairs.
     * @param keepsPath whether more than the length is asked for.
     */
    public Lcs(final byte[] a, final byte[] b, final boolean keepsPath) {
        this.a = a;
        this.b = b;
        ups = keepsPath ? new long[(a.length * b.length >>> WORD_BITS) + 1] : null;
        int[] above = new int[b.length + 1];
        int[] row = new int[b.length + 1];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < b.length; j++) {
                if (a[i] == b[j]) {
                    row[j + 1] = above[j] + 1;
                } else if (above[j + 1] > row[j]) {
                    row[j + 1] = above[j + 1];
                    keep(i, j);
                } else {
                    row[j + 1] = row[j];
                }
            }
            final int[] done = row;
            row = above;
            above = done;
        }
        length = above[b.length];
    }

    /**
     * How many pairs of bytes are compared.
     *
     * @param length      of the first value.
     * @param otherLength of the second.
     * @return pairs.
     */
    public static long pairs(final int length, final int otherLength) {
        return (long) length * otherLength;
    }

    private void keep(final int i, final int j) {
        if (ups != null) {
            final int at = i * b.length + j;
            ups[at >>> WORD_BITS] |= 1L << at;
        }
    }

    private boolean isUp(final int i, final int j) {
        final int at = i * b.length + j;
        return (ups[at >>> WORD_BITS] & 1L << at) != 0;
    }

    /** How many bytes are common. */
    public int length() {
        return length;
    }

    /** The bytes that are common. */
    public byte[] bytes() {
        final byte[] found = new byte[length];
        final int[] left = {length};
        ranges((from, otherFrom, count) -> {
            left[0] -= count;
            System.arraycopy(a, from, found, left[0], count);
        });
        return found;
    }

    /**
     * Hands out the ranges, the last one first.
     *
     * @param into takes them.
     */
    public void ranges(final Ranges into) {
        int i = a.length;
        int j = b.length;
        int run = 0;
        while (i > 0 && j > 0) {
            if (a[i - 1] == b[j - 1]) {
                run++;
                i--;
                j--;
            } else {
                if (run > 0) {
                    into.range(i, j, run);
                    run = 0;
                }
                if (isUp(i - 1, j - 1)) {
                    i--;
                } else {
                    j--;
                }
            }
        }
        if (run > 0) {
            into.range(i, j, run);
        }
    }
}
