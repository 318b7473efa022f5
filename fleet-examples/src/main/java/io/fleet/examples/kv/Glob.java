package io.fleet.examples.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * A pattern of KEYS, SCAN and CONFIG GET: {@code *} any bytes, {@code ?} one byte, {@code [a-c]} and {@code [^a]} one
 * of a set, {@code \} takes the next byte as it is. It is read once, sets become tables, and matching goes back to the
 * last star only: at most length of the pattern times length of the text steps, each of which is taken off a budget.
 * Immutable.
 */
public final class Glob {
    /** The longest pattern that clients may send, in bytes. */
    public static final int MAX_BYTES = 1024;
    /** The longest one that a log may have from before there was a bound, in bytes. */
    static final int OLD_MAX_BYTES = 64 * 1024;
    private static final int STAR = -1;
    private static final int ANY = -2;
    /** Sets are numbered from here downwards. */
    private static final int FIRST_SET = -3;

    /** A byte, a star, any byte, or a set. */
    private final int[] parts;
    /** 256 bits for each set. */
    private final long[][] sets;

    private Glob(final int[] parts, final long[][] sets) {
        this.parts = parts;
        this.sets = sets;
    }

    /**
     * Reads a pattern.
     *
     * @param pattern where it is.
     * @param offset  of its first byte.
     * @param length  in bytes, at most 65,536.
     * @return the pattern.
     */
    public static Glob of(final DirectBuffer pattern, final int offset, final int length) {
        if (length > OLD_MAX_BYTES) {
            throw new IllegalArgumentException("a pattern of " + length + " bytes, but at most " + OLD_MAX_BYTES
                + " are taken");
        }
        final int end = offset + length;
        final int[] parts = new int[length];
        final List<long[]> sets = new ArrayList<>();
        int count = 0;
        int p = offset;
        while (p < end) {
            final byte c = pattern.getByte(p);
            if (c == '[') {
                final long[] set = new long[4];
                p = set(pattern, p + 1, end, set);
                parts[count++] = FIRST_SET - sets.size();
                sets.add(set);
            } else if (c == '*') {
                if (count == 0 || parts[count - 1] != STAR) {
                    parts[count++] = STAR;
                }
                p++;
            } else if (c == '?') {
                parts[count++] = ANY;
                p++;
            } else {
                p += c == '\\' && p + 1 < end ? 1 : 0;
                parts[count++] = pattern.getByte(p++) & 0xff;
            }
        }
        return new Glob(Arrays.copyOf(parts, count), sets.toArray(new long[0][]));
    }

    /** Reads a set, which ends with the pattern where it is not closed; answers where the next part begins. */
    private static int set(final DirectBuffer pattern, final int first, final int end, final long[] set) {
        int p = first;
        final boolean not = p < end && pattern.getByte(p) == '^';
        if (not) {
            p++;
        }
        while (p < end && pattern.getByte(p) != ']') {
            if (pattern.getByte(p) == '\\' && p + 1 < end) {
                p++;
                add(set, pattern.getByte(p) & 0xff);
            } else if (p + 2 < end && pattern.getByte(p + 1) == '-') {
                final int from = pattern.getByte(p) & 0xff;
                final int to = pattern.getByte(p + 2) & 0xff;
                for (int b = Math.min(from, to); b <= Math.max(from, to); b++) {
                    add(set, b);
                }
                p += 2;
            } else {
                add(set, pattern.getByte(p) & 0xff);
            }
            p++;
        }
        for (int i = 0; not && i < set.length; i++) {
            set[i] = ~set[i];
        }
        return Math.min(end, p + 1);
    }

    private static void add(final long[] set, final int b) {
        set[b >>> 6] |= 1L << b;
    }

    /**
     * Whether a text matches.
     *
     * @param text what is to match as a whole.
     * @param work what the steps are taken off; where they do not suffice, it {@link Work#isOver() is over}.
     * @return whether it matches; false where the steps did not suffice.
     */
    public boolean matches(final byte[] text, final Work work) {
        long most = work.left();
        long steps = 0;
        int p = 0;
        int t = 0;
        int starAt = -1;
        int starText = 0;
        while (t < text.length || p < parts.length) {
            if (++steps > most) {
                break;
            }
            if (p < parts.length && parts[p] == STAR) {
                if (p + 1 == parts.length) {
                    break;
                }
                starAt = p++;
                starText = t;
            } else if (p < parts.length && t < text.length && one(parts[p], text[t] & 0xff)) {
                p++;
                t++;
            } else if (starAt >= 0 && starText < text.length) {
                t = ++starText;
                p = starAt + 1;
                if (steps >= Work.STEPS_OF_LOOK) {
                    if (!work.take(steps)) {
                        return false;
                    }
                    most = work.left();
                    steps = 0;
                }
            } else {
                work.take(steps);
                return false;
            }
        }
        return work.take(steps);
    }

    private boolean one(final int part, final int b) {
        return part >= 0 ? part == b : part == ANY || (sets[FIRST_SET - part][b >>> 6] & 1L << b) != 0;
    }
}
