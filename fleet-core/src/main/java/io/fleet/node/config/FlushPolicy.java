package io.fleet.node.config;

/**
 * Which thread writes and syncs what acknowledgements of entries wait for: the scattered log. Whatever it is, nothing
 * is acknowledged before it is synced. The ordered log and the meta store always have threads of their own.
 */
public enum FlushPolicy {
    /**
     * The node's thread, when it has nothing else to do, the last 16 flushes took less than a millisecond each, and
     * the log has one directory; otherwise a thread of the log's own. Saves two changes of threads where one request is
     * under way, and groups many where there are many. A disk that has always been quick and then hangs holds up the
     * node once, as long as it hangs; where that must not be, choose {@link #GROUPED}.
     */
    ADAPTIVE,
    /** Always a thread of the log's own (FRaft's group flush, FR-01 to FR-03): the node's thread never waits. */
    GROUPED,
    /**
     * Always the node's thread, which does nothing else meanwhile; for comparison. Only the flush that finds a file
     * full, and goes on in the next one, is left to a thread of the log's own.
     */
    INLINE
}
