package io.fleet.verify.crashpoint.workload;

import io.fleet.verify.crashpoint.machine.CrashMachine;

/**
 * A script on one machine's disks, without a cluster. It remembers what it was told is durable, and checks at any
 * moment whether a copy of its machine still has that.
 */
public interface StorageWorkload {
    /** Its name in the report. */
    String name();

    /** How many disks its machine has. */
    int disks();

    /** Runs the script. */
    void run(CrashMachine machine);

    /** A number that changes with every change of what a recovery must, or may, find. */
    long expectation();

    /**
     * Opens what a crash left, checks it against what is known at this moment, and goes on working with it for a bit.
     * Changes nothing but the machine it is given.
     *
     * @param machine   what is left; perhaps by a crash inside an earlier call.
     * @param recovered to be called when recovery and the first work after it are over.
     */
    void recover(CrashMachine machine, Runnable recovered);

    /** Fails a check. */
    static void require(final boolean holds, final String problem) {
        if (!holds) {
            throw new AssertionError(problem);
        }
    }
}
