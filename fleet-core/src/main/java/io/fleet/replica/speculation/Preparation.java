package io.fleet.replica.speculation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that is prepared, or will be. Its owner, who applies the log, hands it to a thread once what it depends on
 * is prepared, and takes it back in its turn; just one thread ever executes it. What it did is seen by who sees that it
 * is done.
 */
public abstract class Preparation implements PrepareTask {
    private static final VarHandle STATE;
    private static final int NEW = 0;
    private static final int RUNNING = 1;
    private static final int DONE = 2;
    private static final int CANCELLED = 3;

    private volatile int state = NEW;
    /** Whether the owner waits for it, or others are to begin after it. */
    private volatile boolean isAwaited;
    /** The owner's: how many it waits for, and who waits for it. */
    private int blockers;
    private boolean isOffered;
    private boolean isPassedOn;
    private List<Preparation> next = List.of();

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Preparation.class, "state", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whether it may begin early: there is room for its answer. Any thread. */
    protected abstract boolean hasRoom();

    /** Prepares it in its turn, by the owner; throws what ends the node. */
    protected abstract void executeInTurn();

    /** Whether nothing may begin that depends on it: it has no outcome yet. Once it is done. */
    protected abstract boolean isBroken();

    /** Somebody waits for it, and it is done: the owner is to look. By the thread that has executed it. */
    protected abstract void wakeOwner();

    @Override
    public final boolean begin() {
        return hasRoom() && STATE.compareAndSet(this, NEW, RUNNING);
    }

    @Override
    public final boolean finish() {
        state = DONE;
        final boolean isWaitedFor = isAwaited;
        if (isWaitedFor) {
            wakeOwner();
        }
        return isWaitedFor;
    }

    /**
     * The owner's, in its turn: executes it now where nobody has begun, or where it has no outcome yet.
     *
     * @param pool the threads.
     * @return whether it is done; otherwise the owner is woken when it is.
     */
    public final boolean help(final PreparePool pool) {
        if (STATE.compareAndSet(this, NEW, RUNNING)) {
            withdraw(pool);
            executeInTurn();
            state = DONE;
            return true;
        }
        isAwaited = true;
        if (state != DONE) {
            return false;
        }
        if (isBroken()) {
            executeInTurn();
        }
        return true;
    }

    /**
     * The owner's: nobody will execute it who has not begun.
     *
     * @param pool the threads.
     * @return false while somebody is at it; the owner is woken when that is over.
     */
    public final boolean cancel(final PreparePool pool) {
        if (STATE.compareAndSet(this, NEW, CANCELLED)) {
            withdraw(pool);
            return true;
        }
        isAwaited = true;
        return state != RUNNING;
    }

    /** Whether it was executed, and all of that is seen. */
    public final boolean isDone() {
        return state == DONE;
    }

    /** Whether it waits for others. */
    public final boolean isBlocked() {
        return blockers > 0;
    }

    /** It waits for another one, which is not passed on yet. */
    final void await(final Preparation other) {
        if (!other.isPassedOn) {
            other.isAwaited = true;
            if (other.next.isEmpty()) {
                other.next = new ArrayList<>(2);
            }
            other.next.add(this);
            blockers++;
        }
    }

    /**
     * The owner's: hands it over where it waits for nothing.
     *
     * @param pool the threads.
     */
    public final void offer(final PreparePool pool) {
        if (blockers == 0 && state == NEW) {
            isOffered = pool.offer(this);
        }
    }

    /** No thread begins it any more. */
    private void withdraw(final PreparePool pool) {
        if (isOffered) {
            pool.withdraw(this);
        }
    }

    /**
     * The owner's: if it is done, what waits for it alone is handed over.
     *
     * @param pool the threads.
     * @return how many wait for nothing any more.
     */
    public final int passOn(final PreparePool pool) {
        if (isPassedOn || !isDone() || isBroken()) {
            return 0;
        }
        isPassedOn = true;
        int freed = 0;
        for (final Preparation waiting : next) {
            waiting.blockers--;
            if (waiting.blockers == 0) {
                waiting.offer(pool);
                freed++;
            }
        }
        next = List.of();
        return freed;
    }

    /** Whether nobody needs to wait for it. */
    final boolean isPassedOn() {
        return isPassedOn;
    }
}
