package io.fleet.protocol.message;

import io.fleet.storage.EntryMeta;

/** One line of an {@link Order}: a value for an LSN, and who answers the batcher. */
public final class OrderEntry {
    /** The replica number that says: nobody is asked to reply. */
    public static final int NO_REPLIER = -1;

    /** The log sequence number. */
    public long lsn;
    /** The value. */
    public final EntryMeta meta = new EntryMeta();
    /** Which storage group persists the entry. */
    public int storageGroup;
    /** The node whose replica replies, or {@link #NO_REPLIER}. A performance choice, never a correctness one (S10). */
    public int replier;

    /**
     * Copies all fields.
     *
     * @param other where from.
     * @return this.
     */
    public OrderEntry set(final OrderEntry other) {
        lsn = other.lsn;
        meta.set(other.meta);
        storageGroup = other.storageGroup;
        replier = other.replier;
        return this;
    }
}
