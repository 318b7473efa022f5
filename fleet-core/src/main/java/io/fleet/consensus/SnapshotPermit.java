package io.fleet.consensus;

/** A replica's turn at something that only one replica of a group should do at a time. For the node's thread. */
public interface SnapshotPermit {
    /** Wants a turn from now on. */
    void ask();

    /**
     * Whether the turn has come.
     *
     * @param applied up to where the replica has applied.
     * @return whether it may stop applying: it was granted, and nothing waits for a reply of this replica.
     */
    boolean hasCome(long applied);

    /** The replica has stopped applying. */
    void take();

    /** The replica lets others have their turn, though it still applies nothing, or has not caught up. */
    void letOthers();

    /** The replica has caught up again, or wants no turn any more. */
    void end();
}
