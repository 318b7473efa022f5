package io.fleet.bench.groups;

import io.fleet.client.FleetClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Some commands in flight at any time, each replaced by one to the next group when it is answered. */
final class SpreadLoad {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final List<FleetClient> clients;
    private final byte[] command;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final LongAdder answered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final AtomicReference<Throwable> firstFailure = new AtomicReference<>();
    private volatile boolean ended;

    SpreadLoad(final List<FleetClient> clients, final int inFlight, final int bytes) {
        this.clients = clients;
        command = new byte[bytes];
        running.set(inFlight);
        for (int i = 0; i < inFlight; i++) {
            submit();
        }
    }

    private void submit() {
        if (ended) {
            running.decrementAndGet();
            return;
        }
        final int client = Math.floorMod(next.getAndIncrement(), clients.size());
        clients.get(client).submit(command).whenComplete((reply, failure) -> {
            if (failure == null) {
                answered.increment();
            } else {
                failed.increment();
                firstFailure.compareAndSet(null, failure);
            }
            submit();
        });
    }

    long answered() {
        return answered.sum();
    }

    long failed() {
        return failed.sum();
    }

    /** Null where none failed. */
    Throwable firstFailure() {
        return firstFailure.get();
    }

    /** Ends; returns when nothing is in flight. */
    void end(final long longestNs) throws TimeoutException {
        ended = true;
        final long sinceNs = System.nanoTime();
        while (running.get() > 0) {
            if (System.nanoTime() - sinceNs > longestNs) {
                throw new TimeoutException("commands have had no answer for "
                    + TimeUnit.NANOSECONDS.toSeconds(longestNs) + " s; the first failure: " + firstFailure());
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
