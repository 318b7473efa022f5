package io.fleet.testkit.history;

/**
 * What a check found.
 *
 * @param kind           the finding.
 * @param explanation    why, over several lines; empty for a linearizable history.
 * @param configurations how many pairs of (what was ordered so far, state) were looked at.
 */
public record Verdict(Kind kind, String explanation, long configurations) {
    /** The findings. */
    public enum Kind {
        /** There is an order that the model allows and real time permits. */
        LINEARIZABLE,
        /** There is none. */
        NOT_LINEARIZABLE,
        /** The search was given up at its bound. */
        UNDECIDED
    }

    /**
     * Whether an order was found.
     *
     * @return whether.
     */
    public boolean isLinearizable() {
        return kind == Kind.LINEARIZABLE;
    }
}
