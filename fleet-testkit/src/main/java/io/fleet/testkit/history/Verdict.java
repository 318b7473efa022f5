package io.fleet.testkit.history;

import java.util.List;

/**
 * What a check found.
 *
 * @param kind           the finding.
 * @param explanation    why, over several lines; empty for a linearizable history.
 * @param configurations how many pairs of (what was ordered so far, state) were looked at.
 * @param failure        where the history stops to be linearizable; null unless that was found out operation by
 *                       operation.
 */
public record Verdict(Kind kind, String explanation, long configurations, Failure failure) {
    /**
     * A finding without the operations.
     *
     * @param kind           the finding.
     * @param explanation    why.
     * @param configurations how many were looked at.
     */
    public Verdict(final Kind kind, final String explanation, final long configurations) {
        this(kind, explanation, configurations, null);
    }

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
     * Where a history stops to be linearizable: all answers before one can be explained, with it they cannot.
     *
     * @param partition which partition.
     * @param culprit   the first answer that no order explains.
     * @param order     the longest order that was found of what had been answered before.
     * @param states    the partition's state before each operation of {@code order}, and after the last.
     */
    public record Failure(Object partition, Operation<?, ?> culprit, List<? extends Operation<?, ?>> order,
                          List<?> states) {
    }

    /** Whether an order was found. */
    public boolean isLinearizable() {
        return kind == Kind.LINEARIZABLE;
    }
}
