package io.fleet.bench.load;

/** Is told, on the thread that drives a load, where the measured interval begins and ends, and what is in between. */
public interface Interval {
    /** The warm-up is over. */
    void begins();

    /**
     * A slice of the interval is over, where the measurement has some.
     *
     * @param slice what it gave.
     * @return whether the measurement is to go on; if not, the interval ends here.
     */
    default boolean goesOn(final Slice slice) {
        return true;
    }

    /** Nothing that happens from now on is measured. */
    void ends();
}
