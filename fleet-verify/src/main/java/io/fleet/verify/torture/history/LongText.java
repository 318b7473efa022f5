package io.fleet.verify.torture.history;

import java.util.SplittableRandom;

/**
 * Long values, and their names in a history. {@code 7*70000} names the text of 70,000 characters that belongs to the
 * number 7 alone and is different at every place, so that an answer made of parts of several values, or of parts in
 * another order, has no name. Any other text names itself.
 */
public final class LongText {
    /** Between a number and a length; no other value has it. */
    private static final char MARK = '*';
    /** Between the name and the filler of a text that is spelled out. */
    private static final char BEGIN = ':';
    private static final int MAX_LENGTH = 1 << 23;

    private LongText() {
    }

    /** A name. */
    static String name(final long number, final int length) {
        return number + "*" + length;
    }

    /** What the names in a value stand for; a name may be followed by anything that is no digit. */
    static String spell(final String value) {
        if (value.indexOf(MARK) < 0) {
            return value;
        }
        final StringBuilder text = new StringBuilder();
        for (int at = 0; at < value.length();) {
            final int end = nameEnd(value, at);
            if (end < 0) {
                text.append(value.charAt(at++));
            } else {
                append(text, value.substring(at, end));
                at = end;
            }
        }
        return text.toString();
    }

    /** The value whose names stand for a text; where a name does not stand for what follows, that is said. */
    public static String recognize(final String text) {
        if (text == null || text.indexOf(MARK) < 0) {
            return text;
        }
        final StringBuilder value = new StringBuilder();
        final StringBuilder meant = new StringBuilder();
        for (int at = 0; at < text.length();) {
            final int end = nameEnd(text, at);
            if (end < 0) {
                value.append(text.charAt(at++));
                continue;
            }
            final String name = text.substring(at, end);
            meant.setLength(0);
            append(meant, name);
            if (!text.startsWith(meant.toString(), at)) {
                return value + "[" + text.length() + " characters, damaged behind " + name + " at " + at + "]";
            }
            value.append(name);
            at += meant.length();
        }
        return value.toString();
    }

    /** How long what a value stands for is. */
    public static int length(final String value) {
        int length = 0;
        for (int at = 0; at < value.length();) {
            final int end = nameEnd(value, at);
            length += end < 0 ? 1 : lengthIn(value, at, end);
            at = end < 0 ? at + 1 : end;
        }
        return length;
    }

    /** Where the name that begins somewhere ends; -1 when none begins there. */
    private static int nameEnd(final String text, final int from) {
        final int mark = digitsEnd(text, from);
        if (mark == from || mark == text.length() || text.charAt(mark) != MARK) {
            return -1;
        }
        final int end = digitsEnd(text, mark + 1);
        return end == mark + 1 || lengthIn(text, from, end) < 0 ? -1 : end;
    }

    private static int digitsEnd(final String text, final int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    /** The length that a name says; -1 when it cannot be one. */
    private static int lengthIn(final String text, final int from, final int end) {
        final int mark = text.indexOf(MARK, from);
        final String digits = text.substring(mark + 1, end);
        final int length = digits.length() > 7 ? -1 : Integer.parseInt(digits);
        return length <= end - from || length > MAX_LENGTH ? -1 : length;
    }

    private static void append(final StringBuilder text, final String name) {
        final int end = text.length() + lengthIn(name, 0, name.length());
        text.append(name).append(BEGIN);
        final SplittableRandom random = new SplittableRandom(name.hashCode());
        while (text.length() < end) {
            for (long bits = random.nextLong() >>> 4, i = 0; i < 12 && text.length() < end; bits /= 26, i++) {
                text.append((char) ('a' + bits % 26));
            }
        }
    }
}
