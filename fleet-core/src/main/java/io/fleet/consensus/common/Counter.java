package io.fleet.consensus.common;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A number that one thread counts up and any thread reads, without locks or fences beyond a release store. */
public final class Counter {
    private static final VarHandle VALUE;

    private long value;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Counter.class, "value", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Adds one. Owner thread. */
    public void increment() {
        VALUE.setRelease(this, value + 1);
    }

    /**
     * Adds. Owner thread.
     *
     * @param delta how much.
     */
    public void add(final long delta) {
        VALUE.setRelease(this, value + delta);
    }

    /**
     * Sets. Owner thread.
     *
     * @param newValue the value.
     */
    public void set(final long newValue) {
        VALUE.setRelease(this, newValue);
    }

    /** Reads, from any thread. */
    public long get() {
        return (long) VALUE.getAcquire(this);
    }
}
