package io.fleet.examples.kv;

import org.agrona.DirectBuffer;

/** Signed 64-bit decimal numbers as Redis reads and writes them: no blanks, no plus sign, no leading zeros. */
final class Numbers {
    /** The longest number, {@link Long#MIN_VALUE}. */
    static final int MAX_DIGITS = 20;

    private boolean valid;

    /**
     * Reads a number; {@link #valid()} says whether there was one.
     *
     * @param buffer where it is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return the number, 0 where there is none.
     */
    long parse(final DirectBuffer buffer, final int offset, final int length) {
        valid = false;
        if (length < 1 || length > MAX_DIGITS) {
            return 0;
        }
        final boolean negative = buffer.getByte(offset) == '-';
        final int first = negative ? 1 : 0;
        if (first == length) {
            return 0;
        }
        if (buffer.getByte(offset + first) == '0') {
            valid = length == 1;
            return 0;
        }
        long value = 0;
        for (int i = first; i < length; i++) {
            final int digit = buffer.getByte(offset + i) - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
                return 0;
            }
            value = value * 10 - digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            return 0;
        }
        valid = true;
        return negative ? value : -value;
    }

    /**
     * Whether the last {@link #parse} met a number.
     *
     * @return whether it did.
     */
    boolean valid() {
        return valid;
    }

    /**
     * How many bytes a number takes.
     *
     * @param value the number.
     * @return bytes, its sign included.
     */
    static int length(final long value) {
        int digits = value < 0 ? 2 : 1;
        for (long rest = value / 10; rest != 0; rest /= 10) {
            digits++;
        }
        return digits;
    }

    /**
     * Writes a number.
     *
     * @param value  the number.
     * @param target where to.
     * @param offset of the first byte.
     * @param length what {@link #length} says.
     */
    static void put(final long value, final byte[] target, final int offset, final int length) {
        long rest = value;
        int at = offset + length;
        do {
            target[--at] = (byte) ('0' + Math.abs(rest % 10));
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            target[--at] = '-';
        }
    }
}
