package io.fleet.consensus.common;

import java.util.concurrent.atomic.AtomicLong;

/** A number that one thread counts up and any thread reads, without locks or fences beyond a release store. */
public final class Counter {
    private final AtomicLong value = new AtomicLong();

    /** Adds one. Owner thread. */
    public void increment() {
        value.lazySet(value.getPlain() + 1);
    }

    /**
     * Adds. Owner thread.
     *
     * @param delta how much.
     */
    public void add(final long delta) {
        value.lazySet(value.getPlain() + delta);
    }

    /**
     * Sets. Owner thread.
     *
     * @param newValue the value.
     */
    public void set(final long newValue) {
        value.lazySet(newValue);
    }

    /** Reads, from any thread. */
    public long get() {
        return value.getAcquire();
    }
}
