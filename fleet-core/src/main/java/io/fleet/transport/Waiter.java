package io.fleet.transport;

import java.lang.invoke.VarHandle;

/**
 * Where the thread of an endpoint waits when it finds nothing to do, and how others end its wait.
 *
 * <p>The thread says {@link #begin()}, looks for work once more, and then calls {@link #await} or, when it found some,
 * nothing; in the end {@link #end()}. Who gives it work makes the work visible first and then calls {@link #wakeUp()}.
 * So no wake-up is lost: either the thread sees the work, or the other sees that it waits.
 */
public abstract class Waiter {
    private volatile boolean waiting;

    /** For implementations. */
    protected Waiter() {
    }

    /** From now on {@link #wakeUp()} ends the next wait. The owner's thread. */
    public void begin() {
        waiting = true;
    }

    /**
     * Waits until it is woken, or a packet arrives where {@link #isWokenByArrivals()}, or the time is over; may return
     * earlier. The owner's thread, between {@link #begin()} and {@link #end()}.
     *
     * @param maxNs the longest wait in nanoseconds; may be rounded up to a millisecond.
     */
    public abstract void await(long maxNs);

    /**
     * The thread has worked, and goes on without a wait. Does nothing by default. The owner's thread.
     *
     * @param nowNs the clock of the cycle.
     */
    public void goOn(final long nowNs) {
        // Who is told by nobody that something has arrived looks each time.
    }

    /** The thread works again. The owner's thread. */
    public final void end() {
        waiting = false;
    }

    /** Ends a wait, if there is one. Any thread; cheap when there is none. */
    public final void wakeUp() {
        VarHandle.fullFence();
        if (waiting) {
            signal();
        }
    }

    /** Whether the arrival of a packet ends a wait. Otherwise waits have to be short. */
    public abstract boolean isWokenByArrivals();

    /** Ends the wait that is, or the next one when the thread is just about to wait. Any thread. */
    protected abstract void signal();
}
