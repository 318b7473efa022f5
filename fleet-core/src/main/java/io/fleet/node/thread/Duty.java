package io.fleet.node.thread;

import io.fleet.replica.UserCode;

/** What a {@link DutyThread} does again and again. All by the thread that has the duty. */
public interface Duty {
    /**
     * A cycle begins.
     *
     * @param nowNs the time.
     * @return how much was done.
     */
    int begin(long nowNs);

    /**
     * What the cycle calls of user code. Where the duty is taken from its thread meanwhile, another one leaves that
     * piece to it and begins the next cycle.
     *
     * @return the next piece; null when there is no more. Each is run and finished, or left, before the next.
     */
    default UserCode next() {
        return null;
    }

    /**
     * The cycle ends. Where the duty was taken away, it does so on the thread that has it now, while the piece that was
     * left is still being run.
     *
     * @param nowNs the time that it began with.
     * @param work  how much was done in it.
     * @return how much is done here.
     */
    default int end(final long nowNs, final int work) {
        return 0;
    }
}
