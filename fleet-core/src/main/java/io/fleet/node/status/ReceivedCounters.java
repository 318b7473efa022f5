package io.fleet.node.status;

import io.fleet.consensus.common.Counter;

/** What a node counts of packets that come to it, its own to itself included. Written by its thread, read by any. */
public final class ReceivedCounters {
    /** Packets. */
    public final Counter packets = new Counter();
    /** Their bytes, without headers of the network. */
    public final Counter bytes = new Counter();

    /** Nothing is counted yet. */
    public ReceivedCounters() {
    }
}
