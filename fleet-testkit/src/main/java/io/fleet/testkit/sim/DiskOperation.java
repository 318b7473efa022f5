package io.fleet.testkit.sim;

/** What changes a {@link SimMedium}. */
public enum DiskOperation {
    /** A new file of zeros, durable when it returns. */
    CREATE,
    /** A new name, durable when it returns. */
    RENAME,
    /** A file goes, durable when it returns. */
    DELETE,
    /** Bytes that are not durable yet. */
    WRITE,
    /** Makes the writes of one file durable. */
    SYNC
}
