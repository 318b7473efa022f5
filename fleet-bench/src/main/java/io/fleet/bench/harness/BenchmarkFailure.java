package io.fleet.bench.harness;

/** A process of a peer ended, or did not say in time what it should have. */
public final class BenchmarkFailure extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * Creates a failure.
     *
     * @param message for people.
     */
    public BenchmarkFailure(final String message) {
        super(message);
    }
}
