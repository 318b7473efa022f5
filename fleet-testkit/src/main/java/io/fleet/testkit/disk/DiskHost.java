package io.fleet.testkit.disk;

import io.fleet.testkit.sim.SimMedium;
import java.util.List;

/** A simulated machine, as disk faults see it. */
public interface DiskHost {
    /**
     * Its disks.
     *
     * @return in the order in which the node is given them.
     */
    List<SimMedium> media();

    /** Cuts the power; without effect when it is off. */
    void losePower();

    /** Stops the node in good order and switches the machine off; without effect when it does not run. */
    void stop();

    /** Starts the node; without effect when it runs. */
    void start();

    /** How often it has been started. */
    long restarts();

    /** Whether it runs and counts in quorums. */
    boolean isVoter();

    /** Whether it runs, counts in quorums, and holds something of the group's history. */
    boolean knows();

    /**
     * In which life it runs.
     *
     * @return the life ({@link io.fleet.storage.Life}); 0 where it does not run.
     */
    long life();

    /**
     * Whether it runs, and has it on its disk that another node is in a life.
     *
     * @param node the other one.
     * @param life its life.
     * @return false also where it does not run.
     */
    boolean knowsLife(int node, long life);
}
