package io.fleet.storage.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of log files. {@code P-00000012.next} is preallocated and not in use yet, {@code P-00000012.log} is the one
 * that is written, and {@code P-00000012-MIN-MAX-END.sealed} is complete: its name holds the lowest and the highest LSN
 * over all its records (FL-07) and the offset at which its last frame ends.
 */
record LogFileName(String text, long number, State state, long minLsn, long maxLsn, int end) {
    enum State { NEXT, ACTIVE, SEALED }

    private static final Pattern AFTER_PREFIX = Pattern.compile(
        "-(\\d{8}|[1-9]\\d{8,17})(?:\\.(next|log)|-([0-9a-f]{16})-([0-9a-f]{16})-([0-7][0-9a-f]{7})\\.sealed)");
    private static final int MIN_DIGITS = 8;

    static LogFileName next(final String prefix, final long number) {
        return new LogFileName(base(prefix, number) + ".next", number, State.NEXT, 0, 0, 0);
    }

    static LogFileName active(final String prefix, final long number) {
        return new LogFileName(base(prefix, number) + ".log", number, State.ACTIVE, 0, 0, 0);
    }

    static LogFileName sealed(final String prefix, final long number, final long minLsn, final long maxLsn,
                              final int end) {
        return new LogFileName(base(prefix, number) + String.format("-%016x-%016x-%08x.sealed", minLsn, maxLsn, end),
            number, State.SEALED, minLsn, maxLsn, end);
    }

    /** Parses a name; null when it is not the name of a file of this log. */
    static LogFileName parse(final String prefix, final String text) {
        if (!text.startsWith(prefix)) {
            return null;
        }
        final Matcher matcher = AFTER_PREFIX.matcher(text).region(prefix.length(), text.length());
        if (!matcher.matches()) {
            return null;
        }
        final long number = Long.parseLong(matcher.group(1));
        if (matcher.group(2) != null) {
            return matcher.group(2).equals("log") ? active(prefix, number) : next(prefix, number);
        }
        return new LogFileName(text, number, State.SEALED, Long.parseUnsignedLong(matcher.group(3), 16),
            Long.parseUnsignedLong(matcher.group(4), 16), Integer.parseInt(matcher.group(5), 16));
    }

    private static String base(final String prefix, final long number) {
        final String digits = Long.toString(number);
        return prefix + "-" + "0".repeat(Math.max(0, MIN_DIGITS - digits.length())) + digits;
    }
}
