package io.fleet.verify.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what the calling thread allocates, and compares it with what was declared. One thread at a time. */
public final class AllocationMeter {
    /** What measuring itself may allocate, and the lambdas around a call. */
    private static final long SLACK = 512;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private boolean judging;
    private long most;

    /** Creates a meter that does not judge yet: classes are still to be loaded. */
    public AllocationMeter() {
    }

    /** More was allocated than is declared. Where it happens once and not again, the JVM loaded or linked something. */
    static final class Exceeded extends AssertionError {
        private static final long serialVersionUID = 1L;

        private Exceeded(final long allocated, final long bound, final Throwable thrown) {
            super("allocated " + allocated + " bytes, but at most " + bound + " are declared"
                + (thrown == null ? "" : ", and threw " + thrown), thrown);
        }
    }

    /** From now on bounds are enforced. */
    void judge() {
        judging = true;
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
        } catch (final RuntimeException | Error e) {
            judge(before, bound, e);
            throw e;
        }
        judge(before, bound, null);
    }

    private void judge(final long before, final long bound, final Throwable thrown) {
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        if (judging && allocated > bound + SLACK) {
            throw new Exceeded(allocated, bound, thrown);
        }
        most = Math.max(most, allocated);
    }

    /**
     * The most that one call allocated and was allowed to.
     *
     * @return bytes.
     */
    long most() {
        return most;
    }
}
