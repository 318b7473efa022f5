package io.fleet.consensus.store;

/** How a mode numbers what its groups keep in {@code LogKind#ENTRIES}, and so which records count at a start. */
public enum RecordNumbers {
    /**
     * By LSN, as the ordered log does: of each LSN above what that holds, the record with the highest ballot counts,
     * and each record is a promise not to go below its ballot.
     */
    LSN,
    /** By numbers of its own: every record counts. */
    OWN
}
