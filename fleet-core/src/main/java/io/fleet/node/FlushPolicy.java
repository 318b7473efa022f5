package io.fleet.node;

/**
 * Which thread writes and syncs what a node has staged. Whatever it is, nothing is acknowledged before it is synced.
 */
public enum FlushPolicy {
    /**
     * The node's thread, when it has nothing else to do and the disk was quick the last time; otherwise a thread of
     * the log's own. Saves two changes of threads where one request is under way, and groups many where there are many.
     */
    ADAPTIVE,
    /** Always a thread of the log's own (FRaft's group flush, FR-01 to FR-03): the node's thread never waits. */
    GROUPED,
    /** Always the node's thread, which does nothing else meanwhile; for comparison. */
    INLINE
}
