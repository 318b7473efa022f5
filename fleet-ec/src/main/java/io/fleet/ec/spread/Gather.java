package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import org.agrona.ExpandableArrayBuffer;

/** One entry whose parts are being gathered; reused for another. */
final class Gather {
    final EntryId id = new EntryId();
    final ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    final ExpandableArrayBuffer lanes = new ExpandableArrayBuffer();
    int headerLength;
    int valueLength;
    long present;
    long askedNs;
    boolean isUsed;
}
