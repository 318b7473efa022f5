package io.fleet.testkit.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what the calling thread allocates, and compares it with what was declared. One thread at a time. */
public final class AllocationMeter {
    /** What the JVM may allocate by itself around any call: boxes of counters, exceptions of class loading. */
    private static final long SLACK = 16 * 1024;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private boolean warm;
    private long most;

    /** Creates a meter that does not judge yet: classes are still to be loaded. */
    public AllocationMeter() {
    }

    /** From now on bounds are enforced. */
    void judge() {
        warm = true;
        most = 0;
    }

    /**
     * Runs something.
     *
     * @param bound bytes that it may allocate at most.
     * @param call  what to run; what it throws passes through, and its memory is judged then too.
     * @throws AssertionError when it allocated more.
     */
    public void within(final long bound, final Runnable call) {
        final long before = threads.getCurrentThreadAllocatedBytes();
        try {
            call.run();
        } finally {
            final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            most = Math.max(most, allocated);
            if (warm && allocated > bound + SLACK) {
                throw new AssertionError("allocated " + allocated + " bytes, but at most " + bound + " are declared");
            }
        }
    }

    /**
     * The most that one call allocated.
     *
     * @return bytes.
     */
    long most() {
        return most;
    }
}
