package io.fleet.replica.speculation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The room that a group has for answers of commands that are prepared; and who is woken when one is. Any thread. */
public final class PrepareRoom {
    private static final VarHandle HELD;

    private final long most;
    private final Runnable signal;
    private volatile long held;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(PrepareRoom.class, "held", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Room for so many bytes, and one answer more for each thread.
     *
     * @param most   bytes.
     * @param signal called when something is prepared that its owner waits for.
     */
    public PrepareRoom(final long most, final Runnable signal) {
        this.most = most;
        this.signal = signal;
    }

    /**
     * As much room for the drafts of another machine: those of this one may be made yet.
     *
     * @return empty room with the same owner.
     */
    public PrepareRoom another() {
        return new PrepareRoom(most, signal);
    }

    /** Whether one more may be prepared. */
    public boolean hasRoom() {
        return held < most;
    }

    /**
     * Counts bytes.
     *
     * @param more how many more; below 0 for fewer.
     */
    public void hold(final long more) {
        HELD.getAndAdd(this, more);
    }

    /** Something is prepared that its owner waits for. */
    public void wakeOwner() {
        signal.run();
    }
}
