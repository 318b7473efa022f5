package io.fleet.consensus.message.replication;

import io.fleet.storage.EntryMeta;

/** One line of a {@code Promise}: the value a storage node accepted for an LSN, and at which ballot. */
public final class AcceptedEntry {
    /** The log sequence number. */
    public long lsn;
    /** The highest ballot at which the storage node accepted a value for the LSN. */
    public long ballot;
    /** The value. */
    public final EntryMeta meta = new EntryMeta();
    /** The storage group that persists the entry. */
    public int storageGroup;

    /**
     * Copies all fields.
     *
     * @param other where from.
     * @return this.
     */
    public AcceptedEntry set(final AcceptedEntry other) {
        lsn = other.lsn;
        ballot = other.ballot;
        meta.set(other.meta);
        storageGroup = other.storageGroup;
        return this;
    }
}
