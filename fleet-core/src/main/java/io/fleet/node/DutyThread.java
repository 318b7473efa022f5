package io.fleet.node;

import io.fleet.transport.Waiter;
import java.lang.System.Logger;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongToIntFunction;

/**
 * Runs a duty cycle on a thread of its own until it is closed or fails. When it idles it rests as {@link NodeIdle}
 * says; {@link #wakeUp()} ends a rest. An interrupt means nothing to it: who runs on it, such as a state machine, may
 * have set it, and it would end files and network. A failure is logged and handed to the end action; it is never lost.
 */
public final class DutyThread implements AutoCloseable {
    private static final Logger LOG = System.getLogger(DutyThread.class.getName());

    private final String name;
    private final LongToIntFunction duty;
    private final Consumer<Throwable> onEnd;
    private final Thread thread;
    private final NodeIdle idle;
    private final CompletableFuture<Void> terminated = new CompletableFuture<>();
    private final Waiter waiter;
    private final boolean spins;
    private volatile boolean running = true;

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

    /**
     * Completes when the thread has ended: normally, or exceptionally with its failure.
     *
     * @return the future.
     */
    public CompletableFuture<Void> terminated() {
        return terminated;
    }

    /** Asks the thread to end and waits for that, unless called on it. Idempotent. */
    @Override
    public void close() {
        stop();
        join(thread);
    }

    /** Whether the caller runs on this thread. */
    boolean isCurrentThread() {
        return thread == Thread.currentThread();
    }

    /** Waits for a thread, whatever interrupts; keeps the interrupt for the caller. */
    static void join(final Thread other) {
        boolean interrupted = false;
        while (other.isAlive() && other != Thread.currentThread()) {
            try {
                other.join();
            } catch (final InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Throwable failure = null;
        try {
            while (running) {
                cycle();
            }
        } catch (final Throwable t) {
            failure = t;
        }
        try {
            onEnd.accept(failure);
        } catch (final RuntimeException | Error e) {
            failure = failure == null ? e : failure;
        }
        if (failure == null) {
            terminated.complete(null);
        } else {
            LOG.log(Logger.Level.ERROR, name + " has stopped because of a failure: " + failure.getMessage(), failure);
            terminated.completeExceptionally(failure);
        }
    }

    private void cycle() {
        Thread.interrupted();
        final int work = duty.applyAsInt(System.nanoTime());
        if (spins) {
            Thread.onSpinWait();
            return;
        }
        final long parkNs = idle.after(work, System.nanoTime());
        if (parkNs == NodeIdle.YIELD) {
            Thread.yield();
        } else if (parkNs > 0) {
            waiter.begin();
            if (duty.applyAsInt(System.nanoTime()) == 0 && running) {
                waiter.await(parkNs);
            }
            waiter.end();
        }
    }
}
