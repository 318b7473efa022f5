package io.fleet.node.thread;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Which thread goes on with a duty cycle, where user code that the cycle calls may take long. Its number is even while
 * the thread that has the duty is in the protocol, and odd while it is in user code: only then can the duty be taken
 * away. The number only grows, and either the thread takes the duty back with the odd number that it began with, or
 * another takes it with the same; so just one goes on. Costs one release store and one compare-and-set where nobody
 * takes it.
 *
 * <p>What the thread wrote before {@link #begin} is seen by who {@linkplain #take takes} the duty from it.
 */
public final class DutyToken {
    private final AtomicLong number = new AtomicLong();
    /** The number as who has the duty knows it; touched by nobody else. */
    private long own;

    /** Creates one that its first owner has, in the protocol. */
    public DutyToken() {
        // Even.
    }

    /**
     * The thread that has the duty enters user code.
     *
     * @return to be given to {@link #end} by the same thread.
     */
    public long begin() {
        own++;
        number.setRelease(own);
        return own;
    }

    /**
     * The thread comes back from user code.
     *
     * @param begun what {@link #begin} gave it.
     * @return whether it still has the duty; otherwise another thread goes on, and this one touches nothing of it.
     */
    public boolean end(final long begun) {
        if (!number.compareAndSet(begun, begun + 1)) {
            return false;
        }
        own = begun + 1;
        return true;
    }

    /**
     * Where the thread that has the duty is. Any thread.
     *
     * @return a number for each time that it is in user code; 0 while it is not.
     */
    public long inUserCode() {
        final long now = number.getAcquire();
        return (now & 1) == 0 ? 0 : now;
    }

    /**
     * Takes the duty from a thread that is still in user code. Any thread; only one of all succeeds.
     *
     * @param seen what {@link #inUserCode} said.
     * @return whether the duty is the caller's, or of whom it tells to {@link #goOn}.
     */
    public boolean take(final long seen) {
        return number.compareAndSet(seen, seen + 1);
    }

    /**
     * The duty is this thread's from now on.
     *
     * @param taken with which number it was taken.
     */
    public void goOn(final long taken) {
        own = taken + 1;
    }
}
