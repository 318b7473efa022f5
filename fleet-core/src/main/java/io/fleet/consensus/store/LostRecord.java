package io.fleet.consensus.store;

/** What a group loses with a record of {@code LogKind#ENTRIES} that was confirmed, and cannot be read any more. */
public enum LostRecord {
    /** A vote: the node does not count any more, and begins anew with empty logs (S15). */
    COSTS_VOTES,
    /**
     * What it held, which it gets back from others: it does not count as one that holds everything ({@link
     * GroupLogs#holdings}) until it has.
     */
    COSTS_HOLDINGS
}
