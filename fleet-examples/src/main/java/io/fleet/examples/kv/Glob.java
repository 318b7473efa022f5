package io.fleet.examples.kv;

import org.agrona.DirectBuffer;

/**
 * Patterns of KEYS and SCAN: {@code *} any bytes, {@code ?} one byte, {@code [a-c]} and {@code [^a]} one of a set, {@code \}
 * takes the next byte as it is. Matching goes back to the last star only, so it needs at most length times length steps.
 */
final class Glob {
    private Glob() {
    }

    /**
     * Whether a text matches.
     *
     * @param pattern       where the pattern is.
     * @param offset        of its first byte.
     * @param length        in bytes.
     * @param text          what is to match as a whole.
     * @return whether it matches.
     */
    static boolean matches(final DirectBuffer pattern, final int offset, final int length, final byte[] text) {
        final int end = offset + length;
        int p = offset;
        int t = 0;
        int starAt = -1;
        int starText = 0;
        while (t < text.length || p < end) {
            if (p < end && pattern.getByte(p) == '*') {
                starAt = p++;
                starText = t;
                continue;
            }
            final int after = p < end && t < text.length ? one(pattern, p, end, text[t]) : -1;
            if (after >= 0) {
                p = after;
                t++;
            } else if (starAt >= 0 && starText < text.length) {
                t = ++starText;
                p = starAt + 1;
            } else {
                return false;
            }
        }
        return true;
    }

    /** Matches one byte against the part of the pattern at p; answers where the next part begins, or -1. */
    private static int one(final DirectBuffer pattern, final int p, final int end, final byte b) {
        final byte c = pattern.getByte(p);
        if (c == '?') {
            return p + 1;
        }
        if (c == '[') {
            return set(pattern, p + 1, end, b);
        }
        final int literal = c == '\\' && p + 1 < end ? p + 1 : p;
        return pattern.getByte(literal) == b ? literal + 1 : -1;
    }

    private static int set(final DirectBuffer pattern, final int first, final int end, final byte b) {
        final int value = b & 0xff;
        int p = first;
        final boolean not = p < end && pattern.getByte(p) == '^';
        if (not) {
            p++;
        }
        boolean found = false;
        while (p < end && pattern.getByte(p) != ']') {
            if (pattern.getByte(p) == '\\' && p + 1 < end) {
                p++;
                found |= pattern.getByte(p) == b;
            } else if (p + 2 < end && pattern.getByte(p + 1) == '-') {
                final int from = pattern.getByte(p) & 0xff;
                final int to = pattern.getByte(p + 2) & 0xff;
                found |= value >= Math.min(from, to) && value <= Math.max(from, to);
                p += 2;
            } else {
                found |= pattern.getByte(p) == b;
            }
            p++;
        }
        return found != not ? Math.min(end, p + 1) : -1;
    }
}
