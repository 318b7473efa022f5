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

    /** Starts the node; without effect when it runs. */
    void start();

    /**
     * How often it has been started.
     *
     * @return the number.
     */
    long restarts();

    /**
     * Whether it runs and counts in quorums.
     *
     * @return whether.
     */
    boolean isVoter();

    /**
     * Whether it runs, counts in quorums, and holds something of the group's history.
     *
     * @return whether.
     */
    boolean knows();
}
