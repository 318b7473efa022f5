package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import org.agrona.ExpandableArrayBuffer;

/** One entry that this node spreads; reused for another. */
final class Spread {
    final EntryId id = new EntryId();
    ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    final ExpandableArrayBuffer lanes = new ExpandableArrayBuffer();
    int headerLength;
    int valueLength;
    int laneLength;
    /** Who holds its part durably, as bits. */
    long acked;
    /** Until a slot above this one holds the entry, all of these keep their part. */
    long reliedOn;
    /** Whether this node's own part has been taken by the store. */
    boolean isStored;
    boolean isReady;
    boolean isUsed;
    long sentNs;

    /** The entry is spread, or not needed any more. */
    void end() {
        isUsed = false;
        header = Kept.ofHeader(header);
    }
}
