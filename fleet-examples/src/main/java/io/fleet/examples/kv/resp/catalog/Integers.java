package io.fleet.examples.kv.resp.catalog;

/** Whole numbers as Redis reads them: no blanks, no plus, no zeros before others. */
public final class Integers {
    private static final int MAX_DIGITS = 20;

    private Integers() {
    }

    /**
     * Reads a number.
     *
     * @param word its digits.
     * @return null where it is none, or does not fit into 64 bits.
     */
    public static Long parse(final byte[] word) {
        if (word.length == 0 || word.length > MAX_DIGITS) {
            return null;
        }
        final boolean isNegative = word[0] == '-';
        final int from = isNegative ? 1 : 0;
        if (word.length == from || word[from] == '0' && word.length > 1) {
            return null;
        }
        long value = 0;
        for (int i = from; i < word.length; i++) {
            final int digit = word[i] - '0';
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return null;
            }
            value = value * 10 - digit;
        }
        return isNegative ? Long.valueOf(value) : value == Long.MIN_VALUE ? null : Long.valueOf(-value);
    }
}
