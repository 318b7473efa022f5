package io.fleet.bench.load;

/** Is told, on the thread that drives a load, where the measured interval begins and ends. */
public interface Interval {
    /** The warm-up is over. */
    void begins();

    /** Nothing that happens from now on is measured. */
    void ends();
}
