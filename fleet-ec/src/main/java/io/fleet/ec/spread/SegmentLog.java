package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Where this node keeps its parts of entries, in no order. Appending never waits for a disk; what became durable is
 * told to {@link SegmentStore#onDurable}.
 */
public interface SegmentLog {
    /**
     * Appends a part.
     *
     * @param number of the part on this node, from 1, rising.
     * @param place  for the caller's own use; told again when it is durable.
     * @param id     of the entry.
     * @param part   holds the part; copied.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return false when there is no room now; try again in a later cycle.
     */
    boolean append(long number, int place, EntryId id, DirectBuffer part, int offset, int length);

    /**
     * Reads and verifies a part.
     *
     * @param position where it is.
     * @param id       of the entry.
     * @param length   in bytes.
     * @param target   receives it from index 0.
     */
    void read(long position, EntryId id, int length, ExpandableArrayBuffer target);
}
