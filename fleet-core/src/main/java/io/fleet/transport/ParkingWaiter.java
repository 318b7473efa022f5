package io.fleet.transport;

import java.util.concurrent.locks.LockSupport;

/** Parks the thread. */
public final class ParkingWaiter extends Waiter {
    private final boolean wokenByArrivals;
    private volatile Thread thread;

    /**
     * Creates one.
     *
     * @param wokenByArrivals whether those who send to the endpoint call {@link #wakeUp()}.
     */
    public ParkingWaiter(final boolean wokenByArrivals) {
        this.wokenByArrivals = wokenByArrivals;
    }

    @Override
    public void begin() {
        final Thread own = Thread.currentThread();
        if (thread != own) {
            thread = own;
        }
        super.begin();
    }

    @Override
    public void await(final long maxNs) {
        LockSupport.parkNanos(this, maxNs);
    }

    @Override
    public boolean isWokenByArrivals() {
        return wokenByArrivals;
    }

    @Override
    protected void signal() {
        LockSupport.unpark(thread);
    }
}
