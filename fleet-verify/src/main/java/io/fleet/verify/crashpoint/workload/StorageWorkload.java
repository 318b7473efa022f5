package io.fleet.verify.crashpoint.workload;

import io.fleet.storage.log.Flusher;
import io.fleet.verify.crashpoint.machine.CrashMachine;

/**
 * A script on one machine's disks, without a cluster. It remembers what it was told is durable, and checks at any
 * moment whether a copy of its machine still has that.
 */
public abstract class StorageWorkload {
    /** Grows with every change of what a recovery must, or may, find. */
    protected long changes;
    private final String name;
    private final int disks;

    /** {@code name} is the one in the report; {@code disks} is how many its machine has. */
    protected StorageWorkload(final String name, final int disks) {
        this.name = name;
        this.disks = disks;
    }

    public final String name() {
        return name;
    }

    public final int disks() {
        return disks;
    }

    /** A number that changes with every change of what a recovery must, or may, find. */
    public final long expectation() {
        return changes;
    }

    /** Runs the script. */
    public abstract void run(CrashMachine machine);

    /**
     * Opens what a crash left, checks it against what is known at this moment, and goes on working with it for a bit.
     * Changes nothing but the machine it is given.
     *
     * @param machine   what is left; perhaps by a crash inside an earlier call.
     * @param recovered to be called when recovery and the first work after it are over.
     */
    public abstract void recover(CrashMachine machine, Runnable recovered);

    /** Runs a flusher on the thread of the script. */
    static void cycle(final Flusher flusher) {
        try {
            flusher.doWork();
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(flusher.roleName() + " failed", e);
        }
    }

    /** Fails a check. */
    public static void require(final boolean holds, final String problem) {
        if (!holds) {
            throw new AssertionError(problem);
        }
    }
}
