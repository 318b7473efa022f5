package io.fleet.consensus.store;

/** The logs of a node in which the records of a group may lie in any order, each with files of its own. */
public enum LogKind {
    /** What the group stores: bodies of entries, or this node's parts of them. */
    ENTRIES,
    /**
     * What the node has said about the order of entries, where that is not stored with them. A node has this log only
     * where one of its groups needs it.
     */
    VOTES
}
