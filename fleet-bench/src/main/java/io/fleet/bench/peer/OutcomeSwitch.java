package io.fleet.bench.peer;

/** Hands outcomes to whoever they are for now. */
final class OutcomeSwitch implements Outcomes {
    private volatile Outcomes target;

    OutcomeSwitch(final Outcomes first) {
        target = first;
    }

    void turnTo(final Outcomes next) {
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
