package io.fleet.bench.handover;

import io.fleet.client.FleetClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.LockSupport;

/**
 * A load that goes on without a break: some commands are in flight at any time, each replaced when it is answered. It
 * remembers the slowest answer of a window, and counts what failed.
 */
final class Pulse {
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NS = TimeUnit.MICROSECONDS.toNanos(200);

    private final byte[] command;
    private final AtomicLong[] answeredSince;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicReference<Throwable> firstFailure = new AtomicReference<>();
    private final LongAccumulator slowestNs = new LongAccumulator(Math::max, 0);
    private volatile FleetClient client;
    private volatile boolean ended;

    /**
     * Begins.
     *
     * @param client   the first client.
     * @param inFlight how many commands are in flight.
     * @param bytes    how long each is.
     */
    Pulse(final FleetClient client, final int inFlight, final int bytes) {
        this.client = client;
        command = new byte[bytes];
        answeredSince = new AtomicLong[inFlight];
        running.set(inFlight);
        final long nowNs = System.nanoTime();
        for (int i = 0; i < inFlight; i++) {
            answeredSince[i] = new AtomicLong(nowNs);
            next(i);
        }
    }

    /** What is begun from now on goes through another client. */
    void moveTo(final FleetClient another) {
        client = another;
    }

    /** Begins a window. Only what is answered in it counts, though it was asked for before. */
    void beginWindow() {
        slowestNs.reset();
    }

    /**
     * Waits until whatever was in flight at this moment is answered, and whatever follows it too; the slowest answer
     * since {@link #beginWindow()} in nanoseconds.
     */
    long endWindow() throws TimeoutException {
        awaitRound();
        return slowestNs.get();
    }

    /** Waits until each chain of commands has had an answer to a command that was begun after this call. */
    void awaitRound() throws TimeoutException {
        final long sinceNs = System.nanoTime();
        for (final AtomicLong each : answeredSince) {
            while (each.get() - sinceNs < 0) {
                pause(sinceNs);
            }
        }
    }

    long answered() {
        return answered.get();
    }

    long failed() {
        return failed.get();
    }

    Throwable firstFailure() {
        return firstFailure.get();
    }

    /** Ends; returns when nothing is in flight. */
    void end() throws TimeoutException {
        ended = true;
        final long sinceNs = System.nanoTime();
        while (running.get() > 0) {
            pause(sinceNs);
        }
    }

    private void pause(final long sinceNs) throws TimeoutException {
        if (System.nanoTime() - sinceNs > LONGEST_NS) {
            throw new TimeoutException("commands had no answer for a minute; the first failure: " + firstFailure());
        }
        LockSupport.parkNanos(LOOK_NS);
    }

    private void next(final int chain) {
        if (ended) {
            running.decrementAndGet();
            return;
        }
        final long begunNs = System.nanoTime();
        client.submit(command).whenComplete((reply, failure) -> {
            final long nowNs = System.nanoTime();
            if (failure == null) {
                answered.incrementAndGet();
                slowestNs.accumulate(nowNs - begunNs);
                answeredSince[chain].set(begunNs);
            } else {
                failed.incrementAndGet();
                firstFailure.compareAndSet(null, failure);
            }
            next(chain);
        });
    }
}
