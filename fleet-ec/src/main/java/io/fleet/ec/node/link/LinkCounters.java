package io.fleet.ec.node.link;

import io.fleet.consensus.common.Counter;

/** What the messages of one group count. Written by its owner, read by any thread. */
public final class LinkCounters {
    /** Parts of entries, or pieces of them, handed to other members to store, those sent again included. */
    public final Counter partsSent = new Counter();
    /** Bytes of those. */
    public final Counter partBytesSent = new Counter();
    /** This node's parts, or pieces of them, sent to members that asked. */
    public final Counter partsServed = new Counter();
    /** Bytes of those. */
    public final Counter partBytesServed = new Counter();
    /** Parts of other members, or pieces of them, asked for, those asked for again included. */
    public final Counter partsFetched = new Counter();
    /** Values that were wanted, to be looked into or for replies; some of them lay in a cache. */
    public final Counter valuesWanted = new Counter();
    /** Parts, or pieces of them, that the transport did not take, and for which there was no room to wait. */
    public final Counter partsDropped = new Counter();

    /** Creates counters at 0. */
    public LinkCounters() {
    }
}
