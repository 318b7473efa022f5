package io.fleet.transport;

/** A waiter that counts its signals. */
public final class SignalCount extends Waiter {
    /** How many there were. */
    public int signals;

    @Override
    public void await(final long maxNs) {
        // returns early, as any waiter may
    }

    @Override
    public boolean isWokenByArrivals() {
        return true;
    }

    @Override
    public void signal() {
        signals++;
    }
}
