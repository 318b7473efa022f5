package io.fleet.bench.peer.fleet;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a query takes beyond reading the map. Most take a short time, and those of some keys a multiple of it: keys
 * are drawn evenly, so that share of the queries is slow, and the same ones in every run.
 *
 * @param shortNs     of most queries.
 * @param slowPercent of the keys are slow.
 * @param slowFactor  how many short times a slow query takes.
 * @param waits       whether the processor is free meanwhile: so a node on a processor that it shares with others is
 *                    as slow as one that is alone on a slower one.
 */
record ServiceTime(long shortNs, int slowPercent, int slowFactor, boolean waits) {
    private static final int HUNDRED = 100;

    /** Queries take no time of their own. */
    static final ServiceTime NONE = new ServiceTime(0, 0, 1, false);

    /** So many microseconds, and ten times as many for a tenth of the keys. */
    static ServiceTime bimodal(final int micros) {
        return new ServiceTime(TimeUnit.MICROSECONDS.toNanos(micros), 10, 10, false);
    }

    /** So many microseconds for all of them, without a processor. */
    static ServiceTime waiting(final int micros) {
        return new ServiceTime(TimeUnit.MICROSECONDS.toNanos(micros), 0, 1, true);
    }

    /** The same, and ten times as many for a tenth of the keys. */
    static ServiceTime waitingBimodal(final int micros) {
        return new ServiceTime(TimeUnit.MICROSECONDS.toNanos(micros), 10, 10, true);
    }

    /** Of a query of a key. */
    long of(final long key) {
        return Math.floorMod(key, HUNDRED) < slowPercent ? shortNs * slowFactor : shortNs;
    }

    /** Keeps the thread busy for as long as a query of a key takes. */
    void spend(final long key) {
        if (shortNs == 0) {
            return;
        }
        final long untilNs = System.nanoTime() + of(key);
        while (System.nanoTime() - untilNs < 0) {
            if (waits) {
                LockSupport.parkNanos(untilNs - System.nanoTime());
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
