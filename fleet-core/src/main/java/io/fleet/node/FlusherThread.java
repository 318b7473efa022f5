package io.fleet.node;

import io.fleet.storage.log.Flusher;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * Runs one flusher: on this thread, or on the node's thread where the policy and the moment let it. What was handed
 * over waits for the end of the node's duty cycle; then {@link #decide} says who writes it.
 */
final class FlusherThread extends Thread {
    private static final long PARK_NS = 10_000_000;
    private static final long QUICK_NS = 1_000_000;
    /** So many in a row make a disk a quick one again, after a flush that was slow. */
    static final int QUICK_FLUSHES = 16;

    private final Flusher flusher;
    private final FlushPolicy policy;
    private final NanoClock clock;
    private final Runnable onDone;
    private final Runnable onFailure;
    private final AtomicBoolean atWork = new AtomicBoolean();
    private volatile boolean running = true;
    private volatile int quickFlushes = QUICK_FLUSHES;
    private volatile Throwable failure;
    private boolean handedOver;
    private boolean isOld;

    /**
     * Creates the thread; its owner starts it.
     *
     * @param clock     tells how long a flush took.
     * @param onDone    called on this thread when something has become durable.
     * @param onFailure called on this thread when it ends by a failure.
     */
    FlusherThread(final String name, final Flusher flusher, final FlushPolicy policy, final NanoClock clock,
                  final Runnable onDone, final Runnable onFailure) {
        super(name + "-" + flusher.roleName());
        this.flusher = flusher;
        this.policy = policy;
        this.clock = clock;
        this.onDone = onDone;
        this.onFailure = onFailure;
        setDaemon(true);
        flusher.onWakeUp(() -> handedOver = true);
    }

    /**
     * After each duty cycle, on the node's thread: writes what was handed over, or has this thread write it. Clears the
     * caller's interrupt before it writes: a state machine may have set it, and it would close the file.
     *
     * @param idle whether the cycle found nothing to do.
     * @return how much was written here.
     */
    int decide(final boolean idle) {
        if (!handedOver) {
            return 0;
        }
        if (policy == FlushPolicy.GROUPED || policy == FlushPolicy.ADAPTIVE && quickFlushes < QUICK_FLUSHES) {
            return handOver();
        }
        if (policy == FlushPolicy.ADAPTIVE && !idle) {
            if (isOld) {
                return handOver();
            }
            isOld = true;
            return 1;
        }
        if (!atWork.compareAndSet(false, true)) {
            return handOver();
        }
        clear();
        Thread.interrupted();
        final int done;
        try {
            final long startNs = clock.nanoTime();
            done = flusher.flush();
            took(clock.nanoTime() - startNs);
        } finally {
            atWork.set(false);
        }
        if (flusher.hasWork()) {
            LockSupport.unpark(this);
        }
        return done;
    }

    /** Asks the thread to end. */
    void end() {
        running = false;
        LockSupport.unpark(this);
    }

    Throwable failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            while (running) {
                if (atWork.compareAndSet(false, true)) {
                    final int done;
                    try {
                        done = work();
                    } finally {
                        atWork.set(false);
                    }
                    if (done > 0) {
                        onDone.run();
                        continue;
                    }
                }
                LockSupport.parkNanos(PARK_NS);
            }
        } catch (final RuntimeException | Error e) {
            failure = e;
            onFailure.run();
        }
    }

    private int handOver() {
        clear();
        LockSupport.unpark(this);
        return 0;
    }

    private void clear() {
        handedOver = false;
        isOld = false;
    }

    private void took(final long ns) {
        quickFlushes = ns > QUICK_NS ? 0 : Math.min(QUICK_FLUSHES, quickFlushes + 1);
    }

    private int work() {
        try {
            if (!flusher.hasWork()) {
                return 0;
            }
            final long startNs = clock.nanoTime();
            final int done = flusher.doWork();
            took(clock.nanoTime() - startNs);
            return done;
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(flusher.roleName() + " failed", e);
        }
    }
}
