package io.fleet.examples.kv.value;

/** What Redis says of databases where there is one, 0. */
public final class Databases {
    private static final String NOT_AN_INTEGER = "ERR value is not an integer or out of range";
    private static final String INDEX = "ERR DB index is out of range";
    private static final String SAME = "ERR source and destination objects are the same";
    private static final String NOT_AN_INT = "ERR value is out of range, value must between -2147483648 and 2147483647";
    private static final String FIRST = "ERR invalid first DB index";
    private static final String SECOND = "ERR invalid second DB index";

    private Databases() {
    }

    /** The error that naming a database is answered with; null where it is database 0. */
    public static String refusal(final String index) {
        final Long database = number(index);
        if (database == null) {
            return NOT_AN_INTEGER;
        }
        if (database != database.intValue()) {
            return NOT_AN_INT;
        }
        return database == 0 ? null : INDEX;
    }

    /** The answer to MOVE, which is an error always. */
    public static String move(final String to) {
        final String refusal = refusal(to);
        return refusal == null ? SAME : refusal;
    }

    /** The error that SWAPDB is answered with; null where it swaps database 0 with itself. */
    public static String swap(final String one, final String other) {
        final Long first = number(one);
        if (first == null || first != first.intValue()) {
            return FIRST;
        }
        final Long second = number(other);
        if (second == null || second != second.intValue()) {
            return SECOND;
        }
        return first == 0 && second == 0 ? null : INDEX;
    }

    /** A number as Redis reads it; null where there is none. */
    private static Long number(final String text) {
        if (!text.matches("0|-?[1-9][0-9]{0,18}")) {
            return null;
        }
        try {
            return Long.valueOf(text);
        } catch (final NumberFormatException e) {
            return null;
        }
    }
}
