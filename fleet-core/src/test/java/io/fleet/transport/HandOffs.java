package io.fleet.transport;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Gives a thread that waits work again and again: one wake-up that is lost, and it waits for ever. */
public final class HandOffs {
    private static final long FOR_EVER_NS = TimeUnit.MINUTES.toNanos(10);

    private HandOffs() {
    }

    /** Returns when so many pieces of work were found by a thread that waits for each. */
    public static void run(final Waiter waiter, final int count) throws InterruptedException {
        final AtomicInteger given = new AtomicInteger();
        final AtomicInteger found = new AtomicInteger();
        final Thread thread = new Thread(() -> {
            while (found.get() < count) {
                if (!find(given, found)) {
                    waiter.begin();
                    if (!find(given, found)) {
                        waiter.await(FOR_EVER_NS);
                    }
                    waiter.end();
                }
            }
        }, "waits");
        thread.setDaemon(true);
        thread.start();
        for (int i = 1; i <= count; i++) {
            given.setRelease(i);
            waiter.wakeUp();
            while (found.get() < i) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("wake-up " + i + " was lost");
                }
                Thread.yield();
            }
        }
        thread.join();
    }

    private static boolean find(final AtomicInteger given, final AtomicInteger found) {
        final int next = given.get();
        if (next == found.get()) {
            return false;
        }
        found.set(next);
        return true;
    }
}
