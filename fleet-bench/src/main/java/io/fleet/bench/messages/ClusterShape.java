package io.fleet.bench.messages;

/**
 * So many members of each kind.
 *
 * @param full      that vote and execute.
 * @param witnesses that vote and do not execute.
 * @param observers that execute and do not vote.
 */
record ClusterShape(int full, int witnesses, int observers) {
    private static final String FORM = "[1-9](\\+[1-4]w)?(\\+[1-4]o)?";

    /** As {@code 3}, {@code 2+1w}, {@code 3+2o}, {@code 3+2w+1o}; null where it is none of these. */
    static ClusterShape parse(final String text) {
        if (!text.matches(FORM)) {
            return null;
        }
        int witnesses = 0;
        int observers = 0;
        for (final String part : text.split("\\+")) {
            final int count = part.charAt(0) - '0';
            witnesses += part.endsWith("w") ? count : 0;
            observers += part.endsWith("o") ? count : 0;
        }
        final int full = text.charAt(0) - '0';
        return witnesses >= full ? null : new ClusterShape(full, witnesses, observers);
    }

    int founders() {
        return full + witnesses;
    }

    int nodes() {
        return founders() + observers;
    }

    @Override
    public String toString() {
        return full + (witnesses > 0 ? "+" + witnesses + "w" : "") + (observers > 0 ? "+" + observers + "o" : "");
    }
}
