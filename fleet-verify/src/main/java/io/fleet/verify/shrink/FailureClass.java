package io.fleet.verify.shrink;

import java.util.List;

/** How a run failed, roughly: a plan that is made smaller must go on failing in the same class. */
enum FailureClass {
    /** It did not. */
    NONE,
    /** A rule of safety was broken. */
    SAFETY,
    /** What was pending did not complete. */
    LIVENESS,
    /** A node ended with an exception. */
    CRASH,
    /** The history was too hard to judge. */
    UNDECIDED;

    static FailureClass of(final List<String> violations) {
        if (violations.isEmpty()) {
            return NONE;
        }
        final String first = violations.get(0);
        if (first.startsWith("not live")) {
            return LIVENESS;
        }
        if (first.startsWith("the history is UNDECIDED")) {
            return UNDECIDED;
        }
        return first.matches("(?s)node [0-9]+ failed: .*") ? CRASH : SAFETY;
    }
}
