package io.fleet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.fixture.cluster.Clusters;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** Keeps commands in flight, through one client at a time. */
final class CommandLoad {
    private static final int IN_FLIGHT = 16;
    private static final long SOME = 200;
    private static final byte[] ONE = {1, 0, 0, 0, 0, 0, 0, 0};

    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicInteger running = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private volatile FleetClient client;
    private volatile boolean ended;

    long acknowledged() {
        return acknowledged.get();
    }

    void begin(final FleetClient first) {
        client = first;
        running.set(IN_FLIGHT);
        for (int i = 0; i < IN_FLIGHT; i++) {
            next();
        }
    }

    /** From now on; what the client before has taken is still its. */
    void moveTo(final FleetClient another) {
        client = another;
        awaitMore();
    }

    private void next() {
        if (ended) {
            running.decrementAndGet();
            return;
        }
        client.submit(ONE).whenComplete((reply, failure) -> {
            if (failure == null) {
                acknowledged.incrementAndGet();
            } else {
                failures.add(failure);
            }
            next();
        });
    }

    void awaitMore() {
        final long goal = acknowledged.get() + SOME;
        await(() -> acknowledged.get() >= goal);
    }

    void end() {
        ended = true;
        await(() -> running.get() == 0);
    }

    private void await(final BooleanSupplier condition) {
        Clusters.await(() -> {
            assertTrue(failures.isEmpty(), () -> "failed: " + failures.peek());
            return condition.getAsBoolean();
        });
    }
}
