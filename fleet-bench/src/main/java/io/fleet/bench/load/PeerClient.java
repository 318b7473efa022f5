package io.fleet.bench.load;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A client of one system. Operations are started from the thread that drives the load, and from inside outcomes. A
 * client without threads of its own does its work in {@link #poll}, on the driving thread; there all outcomes come from
 * that thread.
 */
public interface PeerClient extends AutoCloseable {
    /**
     * Starts to replace the value of a key.
     *
     * @param key         from 0 to {@code PeerConfig#keys()} - 1.
     * @param value       the whole array; never changed by anybody.
     * @param correlation handed back with the outcome.
     * @return false when nothing was taken, because the client is at a limit: to be tried again.
     */
    boolean put(long key, byte[] value, long correlation);

    /**
     * Starts to read the value of a key.
     *
     * @param key         from 0 to {@code PeerConfig#keys()} - 1.
     * @param correlation handed back with the outcome.
     * @return false when nothing was taken, because the client is at a limit: to be tried again.
     */
    boolean get(long key, long correlation);

    /**
     * Changes how the client works from now on. Not while operations are in flight.
     *
     * @param words of the form name=value.
     */
    default void tune(final Map<String, String> words) {
        throw new IllegalArgumentException("this client has nothing to tune: " + words);
    }

    /**
     * Does what there is to do for a client without threads; on the driving thread only.
     *
     * @return how much was done.
     */
    default int poll() {
        return 0;
    }

    /**
     * Lets the driving thread rest. This rests until the time is over or the thread is unparked, which suits clients
     * that have threads of their own.
     *
     * @param work    how much the driving thread has done since it rested last; after some it does not rest.
     * @param nowNs   the time.
     * @param untilNs when there is something to do again.
     */
    default void idle(final int work, final long nowNs, final long untilNs) {
        if (work == 0 && untilNs > nowNs) {
            LockSupport.parkNanos(untilNs - nowNs);
        }
    }

    /** Ends the client; what is in flight may stay without an outcome. */
    @Override
    void close();
}
