package io.fleet.consensus.message.replication;

import io.fleet.storage.EntryMeta;

/** One line of an {@link Order}: a value for an LSN, who persists it, and who answers the batcher. */
public final class OrderEntry {
    /** The replica number that says: nobody is asked to reply. */
    public static final int NO_REPLIER = -1;
    /** The write set that names every member. */
    public static final long EVERYONE = 0;

    /** The log sequence number. */
    public long lsn;
    /** The value. */
    public final EntryMeta meta = new EntryMeta();
    /** Which storage group persists the entry. */
    public int storageGroup;
    /**
     * The write set: the members that persist the entry, bit i for the i-th; {@link #EVERYONE} for all. At one ballot
     * it only ever grows, and it says who is asked to write, never who has written: that only an {@link Ack} says.
     */
    public long writers;
    /** The node whose replica replies, or {@link #NO_REPLIER}. A performance choice, never a correctness one (S10). */
    public int replier;

    /**
     * Whether a write set names a member.
     *
     * @param writers the write set.
     * @param member  the index of the member.
     */
    public static boolean isNamed(final long writers, final int member) {
        return writers == EVERYONE || (writers >>> member & 1) != 0;
    }

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
        writers = other.writers;
        replier = other.replier;
        return this;
    }
}
