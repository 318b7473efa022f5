package io.fleet.node.thread;

import io.fleet.node.NodeCore;
import io.fleet.node.config.FlushPolicy;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.Flusher;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.NanoClock;

/**
 * Decides which thread writes what was handed over to one flusher: the flusher's own, or the node's where the policy
 * and the moment let it. What was handed over waits for the end of the node's duty cycle; then {@link #decide} says who
 * writes it. Never do two threads write.
 */
public final class FlushScheduler {
    private static final CoverageMark SLOW = CoverageMark.named("flush-desk.disk-turned-slow");
    private static final CoverageMark QUICK = CoverageMark.named("flush-desk.disk-quick-again");
    private static final long QUICK_NS = 1_000_000;
    /** So many in a row make a disk a quick one again, after a flush that was slow. */
    static final int QUICK_FLUSHES = 16;

    private final Flusher flusher;
    private final FlushPolicy policy;
    private final NanoClock clock;
    private final Runnable wakeUp;
    private final AtomicBoolean atWork = new AtomicBoolean();
    private volatile int quickFlushes = QUICK_FLUSHES;
    private boolean handedOver;
    private boolean isOld;

    /**
     * Creates the desk, before anything is handed over.
     *
     * @param flusher whose work is given out.
     * @param policy  what {@link #policyFor} says.
     * @param clock   tells how long a flush took.
     * @param wakeUp  wakes the flusher's thread; called on the node's.
     */
    public FlushScheduler(final Flusher flusher, final FlushPolicy policy, final NanoClock clock,
                          final Runnable wakeUp) {
        this.flusher = flusher;
        this.policy = policy;
        this.clock = clock;
        this.wakeUp = wakeUp;
        flusher.onWakeUp(() -> handedOver = true);
    }

    /**
     * The policy of one flusher: what no acknowledgement of an entry waits for is never written by the node's thread,
     * and with {@link FlushPolicy#ADAPTIVE} neither is one log of several.
     *
     * @param core    whose flusher it is.
     * @param flusher one of {@link NodeCore#flushers()}.
     * @param policy  the node's.
     * @return the flusher's.
     */
    public static FlushPolicy policyFor(final NodeCore core, final Flusher flusher, final FlushPolicy policy) {
        final boolean several = core.flushers().stream().filter(core::isAwaited).count() > 1;
        final boolean own = !core.isAwaited(flusher) || several && policy == FlushPolicy.ADAPTIVE;
        return own ? FlushPolicy.GROUPED : policy;
    }

    /**
     * After each duty cycle, on the node's thread: writes what was handed over, or has the flusher's thread write it.
     * Clears the caller's interrupt before it writes: a state machine may have set it, and it would close the file.
     *
     * @param idle whether the cycle found nothing to do.
     * @return how much was written here; also more than 0 when the next cycle should come at once.
     */
    public int decide(final boolean idle) {
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
            final long syncs = flusher.counters().syncs();
            done = flusher.flush();
            took(clock.nanoTime() - startNs, syncs);
        } finally {
            atWork.set(false);
        }
        if (flusher.hasWork()) {
            wakeUp.run();
        }
        return done;
    }

    /**
     * On the flusher's thread: all that its flusher has to do now.
     *
     * @return what {@link Flusher#doWork()} returned; 0 when there was nothing to do, or the node's thread is at it.
     * @throws IllegalStateException when the flusher throws what it should not.
     */
    public int work() {
        if (!atWork.compareAndSet(false, true)) {
            return 0;
        }
        try {
            if (!flusher.hasWork()) {
                return 0;
            }
            final long startNs = clock.nanoTime();
            final long syncs = flusher.counters().syncs();
            final int done = flusher.doWork();
            took(clock.nanoTime() - startNs, syncs);
            return done;
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(flusher.roleName() + " failed", e);
        } finally {
            atWork.set(false);
        }
    }

    private int handOver() {
        clear();
        wakeUp.run();
        return 0;
    }

    private void clear() {
        handedOver = false;
        isOld = false;
    }

    private void took(final long ns, final long syncsBefore) {
        if (flusher.counters().syncs() != syncsBefore) {
            flusher.counters().addTime(ns);
        }
        final int before = quickFlushes;
        if (ns > QUICK_NS) {
            if (before == QUICK_FLUSHES) {
                SLOW.hit();
            }
            quickFlushes = 0;
        } else if (before < QUICK_FLUSHES) {
            quickFlushes = before + 1;
            if (before + 1 == QUICK_FLUSHES) {
                QUICK.hit();
            }
        }
    }
}
