package io.fleet.node.thread;

import io.fleet.client.handle.Callbacks;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Looks from time to time whether a thread is held up. Where it is in a state machine, the duty is given to another
 * thread. What goes on for long is told to the log: a step of a node's thread, with the group, the LSN and the stack, a
 * state machine that the node goes on without, and a callback that depends on a client's future. It is a thread of its
 * own, and costs those that it watches one write before and after each step and each piece of user code.
 */
public final class StallWatchdog extends Thread {
    /** How long a step or a callback may take before it is told of: {@value} ms. */
    public static final long SLOW_MILLIS = 500;
    private static final Logger LOG = System.getLogger(StallWatchdog.class.getName());
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final long LEAST_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SLOW_NS = TimeUnit.MILLISECONDS.toNanos(SLOW_MILLIS);
    /** A step that goes on is told of again after so long. */
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(10);

    private final DutyThread duty;
    private final Supplier<String> doing;
    private final Callbacks callbacks;
    private final LongConsumer others;
    private final long patienceNs;
    private final long lookNs;
    private final Map<DutyThread.Worker, Told> told = new IdentityHashMap<>();
    private volatile boolean running = true;
    private final Told step = new Told();
    private long seen;
    private long seenNs;
    private Thread heldBefore;

    /** What was told of one thing that is held up. */
    private static final class Told {
        private String of = "";
        private long sinceNs;
        private long atNs;
    }

    /**
     * Creates the thread; its owner starts it.
     *
     * @param duty      the thread that runs steps.
     * @param doing     says where the step is; called on this thread.
     * @param callbacks where futures are completed.
     */
    public StallWatchdog(final DutyThread duty, final Supplier<String> doing, final Callbacks callbacks) {
        this(duty, doing, callbacks, nowNs -> {}, 0);
    }

    /**
     * Creates one that gives the duty to another thread; its owner starts it.
     *
     * @param duty       the thread that runs steps.
     * @param doing      says where the step is; called on this thread.
     * @param callbacks  where futures are completed.
     * @param others     looks at other threads that call a state machine, and tells of what is held up there.
     * @param patienceNs how long a piece of user code may hold up the duty; 0 for ever.
     */
    public StallWatchdog(final DutyThread duty, final Supplier<String> doing, final Callbacks callbacks,
                         final LongConsumer others, final long patienceNs) {
        super(duty.name() + "-watch");
        this.duty = duty;
        this.doing = doing;
        this.callbacks = callbacks;
        this.others = others;
        this.patienceNs = patienceNs;
        lookNs = patienceNs == 0 ? LOOK_NS : Math.max(LEAST_LOOK_NS, Math.min(patienceNs / 2, LOOK_NS));
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
            LockSupport.parkNanos(this, lookNs);
        }
    }

    /** One look; tests call it with times of their own. */
    void look(final long nowNs) {
        if (patienceNs > 0) {
            handOn(nowNs);
        }
        lookAtStep(nowNs);
        duty.workers().forEach(worker -> lookAt(worker, nowNs));
        others.accept(nowNs);
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

    /** A piece that was seen before, and has gone on for too long since, is left to its thread. */
    private void handOn(final long nowNs) {
        final long now = duty.inUserCode();
        if (now != seen) {
            seen = now;
            seenNs = nowNs;
        } else if (now != 0 && nowNs - seenNs >= patienceNs) {
            final String where = doing.get();
            final DutyThread.Worker left = duty.handOn(now);
            if (left != null) {
                told.computeIfAbsent(left, worker -> new Told()).of = where;
            }
        }
    }

    private void lookAtStep(final long nowNs) {
        final long since = duty.busySinceNs();
        if (isNews(step, since, nowNs, "a step")) {
            final StackTraceElement[] stack = duty.stack();
            LOG.log(Level.WARNING, () -> duty.name() + ": " + kind(stack) + " has held the thread for "
                + TimeUnit.NANOSECONDS.toMillis(nowNs - since) + " ms; nothing else is done meanwhile, and others may"
                + " take this node for dead. It is at " + doing.get() + ThreadStacks.text(stack));
        }
    }

    private void lookAt(final DutyThread.Worker worker, final long nowNs) {
        final long since = worker.heldSinceNs();
        final Told last = since == 0 ? told.get(worker) : told.computeIfAbsent(worker, each -> new Told());
        if (last == null) {
            return;
        }
        final String piece = worker.piece();
        if (isNews(last, since, nowNs, "an apply of the state machine")) {
            LOG.log(Level.WARNING, () -> duty.name() + ": an apply of the state machine has held the thread "
                + worker.thread().getName() + " for " + TimeUnit.NANOSECONDS.toMillis(nowNs - since)
                + " ms; the node goes on without it, and its group applies nothing here meanwhile. It is at "
                + (piece.isEmpty() ? last.of : piece) + ThreadStacks.text(worker.thread()));
        }
    }

    /** Whether it is time to tell of what is held up; also tells of the end. */
    private boolean isNews(final Told last, final long since, final long nowNs, final String what) {
        if (since == 0 || nowNs - since < SLOW_NS) {
            if (last.sinceNs != 0 && since != last.sinceNs) {
                final long tookNs = last.atNs - last.sinceNs;
                LOG.log(Level.INFO, () -> duty.name() + " goes on after " + what + " of over "
                    + TimeUnit.NANOSECONDS.toMillis(tookNs) + " ms");
                last.sinceNs = 0;
            }
            return false;
        }
        if (since == last.sinceNs && nowNs - last.atNs < AGAIN_NS) {
            return false;
        }
        last.sinceNs = since;
        last.atNs = nowNs;
        return true;
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
