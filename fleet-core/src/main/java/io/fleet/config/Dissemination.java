package io.fleet.config;

/** Who sends the body of an entry to the storage nodes. */
public enum Dissemination {
    /**
     * The batcher, once, by the transport's one-to-many channel: UDP multicast, or multi-destination-cast where the
     * network has none (HovercRaft). With storage groups or a grid, and without multicast, to each member of one part
     * and each that executes.
     */
    BATCHER,
    /** The batcher sends to the leader, which sends to everyone, as Raft does; for comparison. */
    LEADER
}
