package io.fleet.examples.chaos;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a thread that wants to run does not get to: a machine that is busy with other things makes nodes and clients
 * late, and then times say little about the nodes. Measured by a thread that rests for {@link #REST_NS} at a time.
 */
final class Lateness implements AutoCloseable {
    private static final long REST_NS = 5_000_000;
    private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Thread thread = new Thread(this::measure, "fleet-chaos-lateness");
    private volatile boolean closed;
    private volatile long worstNs;
    private volatile long sumNs;

    Lateness() {
        thread.setDaemon(true);
    }

    /** Begins; once. */
    void start() {
        thread.start();
    }

    /** The longest time. */
    long worstNs() {
        return worstNs;
    }

    /** All times over 50 ms together. */
    long sumNs() {
        return sumNs;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void measure() {
        while (!closed) {
            final long beforeNs = System.nanoTime();
            LockSupport.parkNanos(REST_NS);
            final long lateNs = System.nanoTime() - beforeNs - REST_NS;
            worstNs = Math.max(worstNs, lateNs);
            sumNs += lateNs > LATE_NS ? lateNs : 0;
        }
    }
}
