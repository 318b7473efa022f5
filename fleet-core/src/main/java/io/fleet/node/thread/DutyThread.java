package io.fleet.node.thread;

import io.fleet.transport.Waiter;
import java.lang.System.Logger;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;

/**
 * Runs a duty cycle on a thread of its own until it is closed or fails. When it idles it rests as {@link NodeIdle}
 * says; {@link #wakeUp()} ends a rest. An interrupt means nothing to it: who runs on it, such as a state machine, may
 * have set it, and it would end files and network. A failure is logged at once, before anything else is ended, and
 * handed to the end action; it is never lost.
 */
public final class DutyThread implements AutoCloseable {
    /** How long a thread that ends may get nothing done before it is not waited for any more: {@value} ns. */
    public static final long PATIENCE_NS = 30_000_000_000L;
    private static final Logger LOG = System.getLogger(DutyThread.class.getName());
    private static final long LOOK_MS = 100;

    private final String name;
    private final long patienceNs;
    private final LongToIntFunction duty;
    private final Consumer<Throwable> onEnd;
    private final Thread thread;
    private final NodeIdle idle;
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();
    private final CountDownLatch isEnded = new CountDownLatch(1);
    private final Waiter waiter;
    private final boolean spins;
    /** The clock of the cycle. */
    private long nowNs;
    private volatile boolean running = true;
    private volatile boolean ended;
    /** When the step that is being run began; 0 while the thread rests. */
    private final AtomicLong busySinceNs = new AtomicLong();

    /**
     * Creates the thread; {@link #start()} starts it.
     *
     * @param name  of the thread.
     * @param duty  one cycle: takes the time in nanoseconds, gives how much was done.
     * @param onEnd called once on the thread when it ends, with the failure or null; may throw.
     * @param waiter where it rests.
     * @param spins  whether it never rests, and takes a processor for itself.
     */
    public DutyThread(final String name, final LongToIntFunction duty, final Consumer<Throwable> onEnd,
                      final Waiter waiter, final boolean spins) {
        this(name, duty, onEnd, waiter, spins, PATIENCE_NS);
    }

    /** With a patience of its own. */
    DutyThread(final String name, final LongToIntFunction duty, final Consumer<Throwable> onEnd, final Waiter waiter,
               final boolean spins, final long patienceNs) {
        this.patienceNs = patienceNs;
        this.name = name;
        this.waiter = waiter;
        this.spins = spins;
        idle = new NodeIdle(waiter.isWokenByArrivals());
        this.duty = duty;
        this.onEnd = onEnd;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    /** Ends a rest of the thread, if it rests. Any thread; cheap when it does not. */
    public void wakeUp() {
        waiter.wakeUp();
    }

    /** Asks the thread to end; returns at once. */
    public void stop() {
        running = false;
        waiter.wakeUp();
    }

    /** Completes when the thread has ended: normally, or exceptionally with its failure. */
    public CompletableFuture<Void> terminated() {
        return terminated;
    }

    /** Asks the thread to end and waits for that, unless called on it; as {@link #close(LongSupplier)}. Idempotent. */
    @Override
    public void close() {
        close(() -> 0);
    }

    /**
     * Asks the thread to end and waits for that, unless called on it: as long as something comes of it, and {@link
     * #PATIENCE_NS} from when nothing did. Then it says so, with the thread's stack, and {@link #terminated()}
     * completes with a failure that says so too.
     *
     * @param progress counts what the end action gets done, such as writes to disks.
     * @return whether the thread has ended, or is the caller's.
     */
    public boolean close(final LongSupplier progress) {
        stop();
        if (isCurrentThread() || awaitEnd(progress)) {
            return true;
        }
        final String what = name + " does not end: nothing has come of it for "
            + TimeUnit.NANOSECONDS.toMillis(patienceNs) + " ms. It is left as it is, with its directories locked: end"
            + " the process. Its thread is at" + ThreadStacks.text(stack());
        final IllegalStateException failure = new IllegalStateException(what);
        LOG.log(Logger.Level.ERROR, what);
        terminated.completeExceptionally(failure);
        return false;
    }

    private boolean awaitEnd(final LongSupplier progress) {
        boolean interrupted = false;
        long last = progress.getAsLong();
        long sinceNs = System.nanoTime();
        while (!ended && thread.isAlive() && System.nanoTime() - sinceNs < patienceNs) {
            try {
                if (isEnded.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            } catch (final InterruptedException e) {
                interrupted = true;
            }
            final long now = progress.getAsLong();
            if (now != last) {
                last = now;
                sinceNs = System.nanoTime();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        while (ended && !terminated.isDone()) {
            Thread.onSpinWait();
        }
        return ended || !thread.isAlive();
    }

    /**
     * When the step that the thread is at began. Any thread.
     *
     * @return of {@link System#nanoTime()}; 0 while it rests.
     */
    long busySinceNs() {
        return busySinceNs.get();
    }

    StackTraceElement[] stack() {
        return thread.getStackTrace();
    }

    String name() {
        return name;
    }

    /** Whether the caller runs on this thread. */
    public boolean isCurrentThread() {
        return thread == Thread.currentThread();
    }

    /**
     * Waits for a thread, whatever interrupts, but not longer than one may have patience; keeps the interrupt for the
     * caller.
     *
     * @return whether it has ended.
     */
    static boolean join(final Thread other, final long patienceNs) {
        boolean interrupted = false;
        final long startNs = System.nanoTime();
        while (other.isAlive() && other != Thread.currentThread() && System.nanoTime() - startNs < patienceNs) {
            try {
                other.join(LOOK_MS);
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !other.isAlive() || other == Thread.currentThread();
    }

    private void run() {
        Throwable failure = null;
        try {
            while (running) {
                cycle();
            }
        } catch (final Throwable t) {
            failure = t;
            LOG.log(Logger.Level.ERROR, name + " stops because of a failure: " + t.getMessage(), t);
        }
        busySinceNs.lazySet(0);
        failure = end(failure);
        ended = true;
        isEnded.countDown();
        if (failure == null) {
            terminated.complete(null);
        } else {
            terminated.completeExceptionally(failure);
        }
    }

    private Throwable end(final Throwable failure) {
        try {
            onEnd.accept(failure);
            return failure;
        } catch (final Throwable e) {
            if (failure == null) {
                LOG.log(Logger.Level.ERROR, name + " has stopped because of a failure: " + e.getMessage(), e);
                return e;
            }
            if (e != failure) {
                failure.addSuppressed(e);
                LOG.log(Logger.Level.ERROR, name + " failed, and in ending it too: " + e.getMessage(), e);
            }
            return failure;
        }
    }

    private int step() {
        nowNs = System.nanoTime();
        busySinceNs.lazySet(nowNs == 0 ? 1 : nowNs);
        final int work = duty.applyAsInt(nowNs);
        busySinceNs.lazySet(0);
        return work;
    }

    private void cycle() {
        Thread.interrupted();
        final int work = step();
        if (spins) {
            waiter.goOn(nowNs);
            Thread.onSpinWait();
            return;
        }
        final long parkNs = idle.after(work, System.nanoTime());
        if (parkNs == NodeIdle.YIELD) {
            Thread.yield();
        } else if (parkNs == 0) {
            waiter.goOn(nowNs);
        } else {
            rest(parkNs);
        }
    }

    private void rest(final long parkNs) {
        waiter.begin();
        if (step() == 0 && running) {
            waiter.await(parkNs);
        } else {
            waiter.goOn(nowNs);
        }
        waiter.end();
    }
}
