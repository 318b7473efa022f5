package io.fleet.node.thread;

import io.fleet.client.handle.Callbacks;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Looks from time to time whether a thread is held up, and tells the log by what: a step of a node's thread that takes
 * too long, with the group, the LSN and the stack, and a callback that depends on a client's future. It is a thread of
 * its own, and costs those that it watches one write before and after each step.
 */
public final class StallWatchdog extends Thread {
    /** How long a step or a callback may take before it is told of: {@value} ms. */
    public static final long SLOW_MILLIS = 500;
    private static final Logger LOG = System.getLogger(StallWatchdog.class.getName());
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final long SLOW_NS = TimeUnit.MILLISECONDS.toNanos(SLOW_MILLIS);
    /** A step that goes on is told of again after so long. */
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(10);

    private final DutyThread duty;
    private final Supplier<String> doing;
    private final Callbacks callbacks;
    private volatile boolean running = true;
    private long toldOfNs;
    private long toldAtNs;
    private Thread heldBefore;

    /**
     * Creates the thread; its owner starts it.
     *
     * @param duty      the thread that runs steps.
     * @param doing     says where the step is; called on this thread.
     * @param callbacks where futures are completed.
     */
    public StallWatchdog(final DutyThread duty, final Supplier<String> doing, final Callbacks callbacks) {
        super(duty.name() + "-watch");
        this.duty = duty;
        this.doing = doing;
        this.callbacks = callbacks;
        setDaemon(true);
    }

    /** Asks the thread to end; returns at once. */
    public void end() {
        running = false;
        LockSupport.unpark(this);
    }

    @Override
    public void run() {
        while (running) {
            look(System.nanoTime());
            LockSupport.parkNanos(this, LOOK_NS);
        }
    }

    /** One look; tests call it with times of their own. */
    void look(final long nowNs) {
        lookAtStep(nowNs);
        final Thread held = callbacks.check(nowNs);
        if (held != null) {
            heldBefore = held;
            LOG.log(Level.WARNING, () -> duty.name() + ": a callback that depends on a client's future has held the"
                + " thread " + held.getName() + " for over " + TimeUnit.NANOSECONDS.toMillis(Callbacks.PATIENCE_NS)
                + " ms; others go on without it, on another thread, of which there are " + callbacks.threads() + " of "
                + Callbacks.MAX_THREADS + ThreadStacks.text(held));
        }
    }

    /** The thread that was found held last; null for none. */
    Thread heldBefore() {
        return heldBefore;
    }

    private void lookAtStep(final long nowNs) {
        final long since = duty.busySinceNs();
        if (since == 0 || nowNs - since < SLOW_NS) {
            if (toldOfNs != 0 && since != toldOfNs) {
                final long tookNs = toldAtNs - toldOfNs;
                LOG.log(Level.INFO, () -> duty.name() + " goes on after a step of over "
                    + TimeUnit.NANOSECONDS.toMillis(tookNs) + " ms");
                toldOfNs = 0;
            }
            return;
        }
        if (since == toldOfNs && nowNs - toldAtNs < AGAIN_NS) {
            return;
        }
        toldOfNs = since;
        toldAtNs = nowNs;
        final StackTraceElement[] stack = duty.stack();
        LOG.log(Level.WARNING, () -> duty.name() + ": " + kind(stack) + " has held the thread for "
            + TimeUnit.NANOSECONDS.toMillis(nowNs - since) + " ms; nothing else is done meanwhile, and others may take"
            + " this node for dead. It is at " + doing.get() + ThreadStacks.text(stack));
    }

    /** What a step is at, by who has been called. */
    static String kind(final StackTraceElement[] stack) {
        for (final StackTraceElement frame : stack) {
            final String name = frame.getClassName();
            if (name.equals("io.fleet.client.command.CommandOutcomes")) {
                return "a callback of a client (ReplyHandler)";
            }
            if (name.equals("io.fleet.replica.EntryApplier") || name.equals("io.fleet.replica.HostedMachine")) {
                return "an apply or a query of the state machine";
            }
            if (name.startsWith("io.fleet.storage.")) {
                return "a disk";
            }
        }
        return "a step";
    }
}
