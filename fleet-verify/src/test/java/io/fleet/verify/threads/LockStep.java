package io.fleet.verify.threads;

import java.util.function.IntSupplier;

/**
 * Two threads that do one thing each, again and again, and begin it at the same moment or a little apart, so that they
 * meet within the nanoseconds that a store takes to reach another core.
 */
public final class LockStep {
    private static final int SPINS = 2_000;
    private static final int STEPS = 41;

    private volatile int begun;
    private volatile int ended;
    private int sum;

    /**
     * Runs rounds.
     *
     * @param rounds how many.
     * @param one    what the one thread does.
     * @param two    what the other does.
     * @param judge  what the one does when both have done it; its values are added up.
     * @return the sum.
     * @throws InterruptedException when interrupted.
     */
    public int run(final int rounds, final Runnable one, final Runnable two, final IntSupplier judge)
        throws InterruptedException {
        new Race().with(1, () -> {
            for (int round = 1; round <= rounds; round++) {
                begun = round;
                delay(round % STEPS);
                one.run();
                for (int spins = 0; ended != round && ended >= 0; spins++) {
                    pause(spins);
                }
                sum += judge.getAsInt();
            }
        }).with(1, () -> {
            try {
                for (int round = 1; round <= rounds; round++) {
                    for (int spins = 0; begun != round; spins++) {
                        pause(spins);
                    }
                    delay(round / STEPS % STEPS);
                    two.run();
                    ended = round;
                }
            } catch (final Throwable thrown) {
                ended = -1;
                throw thrown;
            }
        }).run();
        return sum;
    }

    private static void delay(final int steps) {
        for (int i = 0; i < steps; i++) {
            Thread.onSpinWait();
        }
    }

    private static void pause(final int spins) {
        if (spins > SPINS) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }
}
