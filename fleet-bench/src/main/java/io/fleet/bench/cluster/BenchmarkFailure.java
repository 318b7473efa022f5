package io.fleet.bench.cluster;

/** A process of a peer ended, or did not say in time what it should have. */
final class BenchmarkFailure extends Exception {
    private static final long serialVersionUID = 1;

    BenchmarkFailure(final String message) {
        super(message);
    }
}
