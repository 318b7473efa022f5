package io.fleet.verify.mutants;

/**
 * What became of a mutant.
 *
 * @param kind   whether a seed killed it.
 * @param seeds  the seed that killed it, which is how many it took; {@link #BY_SCRIPT} when its script
 *               did, {@link #BY_TEST} when its unit test did; or how many it survived.
 * @param reason the violation that killed it, on one line; or what is wrong with it.
 */
record Verdict(Kind kind, long seeds, String reason) {
    /** What can become of a mutant. */
    public enum Kind {
        /** A seed, the script or the unit test failed: some invariant noticed. */
        KILLED,
        /** No seed failed: a test is missing. */
        SURVIVED,
        /** The mutant does not apply, compile or run: the catalogue is wrong. */
        BROKEN
    }

    /** In place of a seed: the mutant's script killed it. */
    static final long BY_SCRIPT = 0;
    /** In place of a seed: the mutant's unit test killed it. */
    static final long BY_TEST = -1;

    private static final String MARK = "verdict ";
    private static final int LONGEST = 160;
    private static final int SHORTEST = 24;

    static Verdict killed(final long seed, final String violation) {
        return new Verdict(Kind.KILLED, seed, oneLine(violation));
    }

    static Verdict killedByScript(final String violation) {
        return killed(BY_SCRIPT, violation);
    }

    static Verdict killedByTest(final String test, final String message) {
        return killed(BY_TEST, test + ": " + message);
    }

    static Verdict survived(final long seeds) {
        return new Verdict(Kind.SURVIVED, seeds, "no invariant noticed");
    }

    static Verdict broken(final String problem) {
        return new Verdict(Kind.BROKEN, 0, oneLine(problem));
    }

    /** How many seeds it took or survived, in words when it was none. */
    String cost() {
        if (kind == Kind.KILLED && seeds <= BY_SCRIPT) {
            return seeds == BY_TEST ? "test" : "script";
        }
        return Long.toString(seeds);
    }

    /** The form in which one process tells it to another. */
    String line() {
        return MARK + kind + " " + seeds + " " + reason;
    }

    /** Reads {@link #line}; null when a line is something else. */
    static Verdict parse(final String line) {
        if (!line.startsWith(MARK)) {
            return null;
        }
        final String[] parts = line.substring(MARK.length()).split(" ", 3);
        return new Verdict(Kind.valueOf(parts[0]), Long.parseLong(parts[1]), parts[2]);
    }

    /**
     * The invariant that noticed: the violation's words, without the numbers and values of this one time.
     */
    String invariant() {
        String text = reason.replaceFirst("^group \\d+: ", "")
            .replaceFirst("^node \\d+ failed: [\\w.]*Exception: ", "a node stops: ")
            .replaceAll("-?\\b\\d+\\b", "N");
        for (final String end : new String[] {": ", "; ", " (", ", which ", ", not above "}) {
            final int at = text.indexOf(end, SHORTEST);
            text = at < 0 ? text : text.substring(0, at);
        }
        return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
    }

    private static String oneLine(final String text) {
        final String line = text.replaceAll("\\s+", " ").strip();
        return line.length() > 4 * LONGEST ? line.substring(0, 4 * LONGEST) : line;
    }
}
