package io.fleet.config;

/** In which order a storage node writes entries. */
public enum Persistence {
    /** In any order, over all log directories; any quorum makes an entry chosen (FLEET). */
    SCATTERED,
    /** Strictly by LSN, with contiguous acknowledgements, as Raft does; for comparison. */
    ORDERED
}
