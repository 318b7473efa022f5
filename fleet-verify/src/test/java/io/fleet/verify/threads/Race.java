package io.fleet.verify.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that begin together; what any of them throws is thrown at the end. */
public final class Race {
    private final List<Runner> runners = new ArrayList<>();

    /** What a thread does. */
    @FunctionalInterface
    public interface Runner {
        /**
         * Does it.
         *
         * @throws Exception fails the race.
         */
        void run() throws Exception;
    }

    /**
     * Adds threads.
     *
     * @param count  how many.
     * @param runner what each does.
     * @return this.
     */
    public Race with(final int count, final Runner runner) {
        for (int i = 0; i < count; i++) {
            runners.add(runner);
        }
        return this;
    }

    /**
     * Runs all of them to their ends.
     *
     * @throws InterruptedException when interrupted.
     */
    public void run() throws InterruptedException {
        final CyclicBarrier start = new CyclicBarrier(runners.size());
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final List<Thread> threads = new ArrayList<>();
        for (final Runner runner : runners) {
            final Thread thread = new Thread(() -> {
                try {
                    start.await();
                    runner.run();
                } catch (final Throwable thrown) {
                    failure.compareAndSet(null, thrown);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get().toString(), failure.get());
        }
    }
}
