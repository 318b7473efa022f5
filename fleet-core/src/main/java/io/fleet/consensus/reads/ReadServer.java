package io.fleet.consensus.reads;

import io.fleet.consensus.ModeCounter;
import java.util.List;

/**
 * Serves the reads of one group on one node that do not go through the log. It registers for messages
 * about reads when it is made, and is fed with them and the clock by the node's thread.
 */
public interface ReadServer {
    /**
     * One duty cycle, after the replica's.
     *
     * @param nowNs monotonic clock in nanoseconds.
     * @return how much was done.
     */
    int doWork(long nowNs);

    /** Whether reads wait for an answer or to be executed, so that time matters for them. */
    boolean isWaiting();

    /**
     * The monotonic clock may have stood still while time passed, as that of a suspended machine does: the state may be
     * older than it seems. Called before {@link #doWork} of a duty cycle.
     */
    void onStoodStill();

    /** What it counts. The same counters at each call, from any thread. */
    List<ModeCounter> counters();

    /**
     * The node ends: answers what was executed, and sends clients elsewhere whose long reads have not begun. Called
     * after the {@link ReadPool} has ended, and while no snapshot is written.
     */
    void close();
}
