package io.fleet.consensus.store;

import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Where one group's storage node persists what it accepts. Appending never waits for a disk; what became durable is
 * told to {@code LogUser#onDurable}.
 */
public interface AcceptedLog {
    /**
     * Appends a record with a body.
     *
     * @param lsn          the log sequence number.
     * @param ballot       the ballot at which it is accepted.
     * @param storageGroup the storage group.
     * @param meta         the value.
     * @param body         where the body is; copied.
     * @param offset       of its first byte.
     * @return false when there is no room now; try again in a later cycle.
     */
    boolean append(long lsn, long ballot, int storageGroup, EntryMeta meta, DirectBuffer body, int offset);

    /**
     * Appends a re-stamp: the same value, whose body is durable already, at a higher ballot (S5).
     *
     * @param lsn          the log sequence number.
     * @param ballot       the new ballot.
     * @param storageGroup the storage group.
     * @param meta         the value.
     * @param bodyPosition where the body is.
     * @return false when there is no room now.
     */
    boolean restamp(long lsn, long ballot, int storageGroup, EntryMeta meta, long bodyPosition);

    /**
     * Reads and verifies a body.
     *
     * @param position where it is.
     * @param expected the value it must belong to.
     * @param target   receives it from index 0.
     * @return its length in bytes.
     */
    int readBody(long position, EntryMeta expected, ExpandableArrayBuffer target);

    /**
     * Reads and verifies a body that another node has asked for: whoever asks can ask others.
     *
     * @param lsn      of the entry.
     * @param position where it is.
     * @param expected the value it must belong to.
     * @param target   receives it from index 0.
     * @return its length in bytes; -1 where the disk cannot read it.
     */
    default int readForOthers(final long lsn, final long position, final EntryMeta expected,
                              final ExpandableArrayBuffer target) {
        return readBody(position, expected, target);
    }

    /**
     * How long a body may be; a longer one is never taken.
     *
     * @return bytes; without a bound by default.
     */
    default int maxBodyLength() {
        return Integer.MAX_VALUE;
    }

    /** Whether a disk has no space for what this node has to write: it can accept and record nothing more for now. */
    default boolean isFull() {
        return false;
    }

    /**
     * Which disks have no space, for people.
     *
     * @return empty while {@link #isFull} is false.
     */
    default String fullDisk() {
        return isFull() ? "a disk" : "";
    }
}
