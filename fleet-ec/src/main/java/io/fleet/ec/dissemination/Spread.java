package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.gather.BufferBound;
import org.agrona.ExpandableArrayBuffer;

/** One entry that this node spreads; reused for another. */
public final class Spread {
    final EntryId id = new EntryId();
    public ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    final ExpandableArrayBuffer shards = new ExpandableArrayBuffer();
    int headerLength;
    int valueLength;
    int shardLength;
    /** Who holds its part durably, as bits. */
    long acked;
    /** Until a slot above this one holds the entry, all of these keep their part. */
    long reliedOn;
    /** Whether this node's own part has been taken by the store. */
    boolean isStored;
    boolean isReady;
    public boolean isUsed;
    long sentNs;

    /** The entry is spread, or not needed any more. */
    public void end() {
        isUsed = false;
        header = BufferBound.ofHeader(header);
    }
}
