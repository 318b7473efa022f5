package io.fleet.consensus.store;

/** What one group keeps on the disks of a node. The groups of a node share the files, and their fsyncs. */
public interface GroupLogs {
    /**
     * Where the group stores entries.
     *
     * @return the log, {@link LogKind#ENTRIES}.
     */
    AcceptedLog entries();

    /**
     * Where the group forces what it says about their order.
     *
     * @return the log, {@link LogKind#VOTES}; null where it is not among those of {@code ProtocolFactory#logs}.
     */
    AcceptedLog votes();

    /**
     * The ordered log, written by the replica, or by a mode that records decisions before they are applied; never by
     * both.
     */
    OrderedLogWriter ordered();

    /**
     * What the ordered log holds.
     *
     * @return its entries.
     */
    RecordedEntries recorded();

    /**
     * The durable promise.
     *
     * @return the promise.
     */
    PromiseStore promises();

    /**
     * Whether the node votes, durably (rule S15).
     *
     * @return the standing.
     */
    VoterStateStore standing();

    /**
     * Whether the node holds all that it stored in {@link #entries}, durably, where a mode tells that apart from its
     * votes (rule S15).
     *
     * @return the standing of what is stored.
     */
    VoterStateStore holdings();

    /**
     * In which life each node is listened to.
     *
     * @return the lives; the same for all groups of a node.
     */
    NodeLives lives();

    /**
     * How often the node has been started with its meta store, this time counted: what this start numbers can be told
     * from what any earlier one has, whatever can be read of it.
     *
     * @return at least 1.
     */
    long incarnation();
}
