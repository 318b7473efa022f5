package io.fleet.consensus;

/** What a mode says of the snapshots of a group: when this node writes one, installs one, and what goes behind them. */
public interface SnapshotRules {
    /**
     * This replica's turn at writing a snapshot.
     *
     * @return the turn.
     */
    SnapshotPermit turn();

    /**
     * Which snapshots the members hold.
     *
     * @return what was heard of them.
     */
    DurableSnapshots cover();

    /**
     * Whether a snapshot of this node is needed, though none of the bounds of its settings is reached, since the mode
     * has room for a number of entries only until one is written.
     *
     * @return whether; false by default.
     */
    default boolean isWanted() {
        return false;
    }

    /** Up to where this node may put a snapshot of others in the place of its replica's state. */
    long ceiling();

    /**
     * The replica has the state of a snapshot that another member sent, which is durable here, as is or will be that
     * the ordered log goes on behind it. {@link #cover} is told by default.
     *
     * @param lsn up to which it covers the log.
     */
    default void onInstalled(final long lsn) {
        cover().onOwn(lsn);
    }

    /**
     * Up to where entries of the ordered log may go, where their mode needs some that snapshots cover.
     *
     * @param covered up to where snapshots cover them, less a margin for replicas that lag.
     * @return the LSN, at most {@code covered}, which it is by default; 0 or less for none.
     */
    default long forgettableOrdered(final long covered) {
        return covered;
    }
}
