package io.fleet.node.status;

import io.fleet.consensus.common.Counter;

/** What a node counts of packets for all other nodes. Written by the node's thread, read by any. */
public final class BroadcastCounters {
    /** Packets, each of which the media driver copies for every node, or the network where it multicasts. */
    public final Counter packets = new Counter();
    /** Entry bodies, or chunks of them, that are meant for all nodes, this one included; not those for one part. */
    public final Counter bodies = new Counter();

    /** Nothing is counted yet. */
    public BroadcastCounters() {
    }
}
