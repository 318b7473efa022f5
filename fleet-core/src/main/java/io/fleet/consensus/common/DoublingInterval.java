package io.fleet.consensus.common;

/**
 * When a question is asked again that nobody has answered: after twice as long each time, up to a bound. Where many
 * groups ask at once, as after a start or the loss of a node, they would otherwise ask more than can be answered, and
 * nobody would be answered in time.
 */
public final class DoublingInterval {
    private final long firstNs;
    private final long lastNs;
    private long waitNs;
    private long nextNs;
    private boolean isBegun;
    private boolean isAsked;

    /**
     * Creates one that is due at once.
     *
     * @param firstNs how long the first wait is, in nanoseconds.
     * @param lastNs  how long the longest is; where that is shorter, each is {@code firstNs}.
     */
    public DoublingInterval(final long firstNs, final long lastNs) {
        this.firstNs = firstNs;
        this.lastNs = Math.max(firstNs, lastNs);
    }

    /** Another question: it is due at once. */
    public void begin() {
        isBegun = false;
        isAsked = false;
    }

    /** Another question, which has been asked already: the first wait begins when {@link #isDue} is called next. */
    public void asked() {
        isBegun = false;
        isAsked = true;
    }

    /**
     * Whether to ask now; the next time is later then.
     *
     * @param nowNs the clock.
     * @return whether it is time.
     */
    public boolean isDue(final long nowNs) {
        if (isBegun && nowNs - nextNs < 0) {
            return false;
        }
        final boolean isDue = !isAsked;
        waitNs = isBegun ? Math.min(2 * waitNs, lastNs) : firstNs;
        isBegun = true;
        isAsked = false;
        nextNs = nowNs + waitNs;
        return isDue;
    }
}
