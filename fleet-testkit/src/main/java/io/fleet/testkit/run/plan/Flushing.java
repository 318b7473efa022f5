package io.fleet.testkit.run.plan;

import io.fleet.node.config.FlushPolicy;
import java.util.SplittableRandom;

/**
 * Which threads do what on the nodes of a run: who writes and syncs, who makes the files that the logs need next,
 * whether machines are slow, so that another thread goes on without them, and whether they speculate.
 *
 * @param writers        which threads write what acknowledgements wait for.
 * @param filesElsewhere whether a duty of its own makes the log files, some time after they are wanted; otherwise the
 *                       flushers do it themselves.
 * @param machinesElsewhere whether state machines are slow at times, and are then left to a thread of their own.
 * @param prepareThreads how many threads prepare commands on a node at most; where there may be any, machines do
 *                       speculate.
 * @param shipsEffects   whether machines that speculate ship effects.
 */
public record Flushing(Writers writers, boolean filesElsewhere, boolean machinesElsewhere, int prepareThreads,
                       boolean shipsEffects) {
    /** Which policy the nodes have. */
    public enum Writers {
        /** All have {@link FlushPolicy#GROUPED}. */
        GROUPED,
        /** All have {@link FlushPolicy#ADAPTIVE}. */
        ADAPTIVE,
        /** All have {@link FlushPolicy#INLINE}. */
        INLINE,
        /** Each has one of its own, and may have another when it starts again. */
        MIXED
    }

    /**
     * Nothing special: the flushers do everything.
     *
     * @return that.
     */
    public static Flushing plain() {
        return new Flushing(Writers.GROUPED, false, false, 0, false);
    }

    /**
     * The same with other writers.
     *
     * @param newWriters which threads write what acknowledgements wait for.
     * @return a changed copy.
     */
    public Flushing withWriters(final Writers newWriters) {
        return new Flushing(newWriters, filesElsewhere, machinesElsewhere, prepareThreads, shipsEffects);
    }

    /**
     * The same with files made here or there.
     *
     * @param newFilesElsewhere whether a duty of its own makes them.
     * @return a changed copy.
     */
    public Flushing withFilesElsewhere(final boolean newFilesElsewhere) {
        return new Flushing(writers, newFilesElsewhere, machinesElsewhere, prepareThreads, shipsEffects);
    }

    /**
     * The same with other machines.
     *
     * @param newMachinesElsewhere whether machines are slow at times.
     * @return a changed copy.
     */
    public Flushing withMachinesElsewhere(final boolean newMachinesElsewhere) {
        return new Flushing(writers, filesElsewhere, newMachinesElsewhere, prepareThreads, shipsEffects);
    }

    /**
     * The same with machines that speculate, or do not.
     *
     * @param newPrepareThreads how many threads prepare commands on a node at most; 0 for machines that do not.
     * @return a changed copy.
     */
    public Flushing withPrepareThreads(final int newPrepareThreads) {
        return new Flushing(writers, filesElsewhere, machinesElsewhere, newPrepareThreads, shipsEffects);
    }

    /**
     * The same with machines that ship effects where they speculate, or do not.
     *
     * @param newShipsEffects whether they do.
     * @return a changed copy.
     */
    public Flushing withShippedEffects(final boolean newShipsEffects) {
        return new Flushing(writers, filesElsewhere, machinesElsewhere, prepareThreads, newShipsEffects);
    }

    /** The policy of one life of a node. */
    public FlushPolicy policy(final SplittableRandom ofNode) {
        return switch (writers) {
            case GROUPED -> FlushPolicy.GROUPED;
            case ADAPTIVE -> FlushPolicy.ADAPTIVE;
            case INLINE -> FlushPolicy.INLINE;
            case MIXED -> FlushPolicy.values()[ofNode.nextInt(FlushPolicy.values().length)];
        };
    }
}
