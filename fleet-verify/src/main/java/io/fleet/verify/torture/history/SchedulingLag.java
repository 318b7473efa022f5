package io.fleet.verify.torture.history;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a thread that wants to run does not get to: a machine that is busy with other things makes nodes and clients
 * late, and then times say little about the nodes. Measured by a thread that works for a millisecond and rests for 20:
 * what it took beyond that, and beyond what its work used of a core, it spent waiting.
 */
public final class SchedulingLag implements AutoCloseable {
    private static final long REST_NS = 20_000_000;
    private static final long WORK_NS = 1_000_000;
    private static final long LATE_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Thread thread = new Thread(this::measure, "fleet-torture-lateness");
    private volatile boolean closed;
    private final List<long[]> late = new ArrayList<>();
    private long worstNs;

    public SchedulingLag() {
        thread.setDaemon(true);
    }

    /** Begins; once. */
    public void start() {
        thread.start();
    }

    /** The longest time. */
    public synchronized long worstNs() {
        return worstNs;
    }

    /** All times over 50 ms together, as far as they lie between two times of {@link System#nanoTime}. */
    public synchronized long sumNs(final long fromNs, final long toNs) {
        long sum = 0;
        for (final long[] each : late) {
            final long begin = each[0] - fromNs > 0 ? each[0] : fromNs;
            final long end = each[1] - toNs < 0 ? each[1] : toNs;
            sum += Math.max(0, end - begin);
        }
        return sum;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    private void measure() {
        while (!closed) {
            final long dueNs = System.nanoTime() + REST_NS;
            LockSupport.parkNanos(REST_NS);
            final long beforeNs = threads.getCurrentThreadCpuTime();
            long usedNs = 0;
            while (usedNs < WORK_NS) {
                usedNs = threads.getCurrentThreadCpuTime() - beforeNs;
            }
            note(dueNs + usedNs, System.nanoTime());
        }
    }

    /** A wake-up before its time is not late. */
    private synchronized void note(final long dueNs, final long nowNs) {
        worstNs = Math.max(worstNs, nowNs - dueNs);
        if (nowNs - dueNs > LATE_NS) {
            late.add(new long[] {dueNs, nowNs});
        }
    }
}
