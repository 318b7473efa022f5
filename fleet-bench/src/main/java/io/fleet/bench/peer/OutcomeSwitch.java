package io.fleet.bench.peer;

import io.fleet.bench.load.Outcomes;

/** Hands outcomes to whoever they are for now. */
public final class OutcomeSwitch implements Outcomes {
    private volatile Outcomes target;

    /**
     * Creates one.
     *
     * @param first who they are for until {@link #turnTo}.
     */
    public OutcomeSwitch(final Outcomes first) {
        target = first;
    }

    /**
     * From now on they are for another.
     *
     * @param next who.
     */
    public void turnTo(final Outcomes next) {
        target = next;
    }

    @Override
    public void onReply(final long correlation, final int valueLength) {
        target.onReply(correlation, valueLength);
    }

    @Override
    public void onFailure(final long correlation, final String reason) {
        target.onFailure(correlation, reason);
    }
}
