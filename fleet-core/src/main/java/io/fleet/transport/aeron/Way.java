package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import org.agrona.DirectBuffer;

/** What leads to one node, or to many. Used by one thread. */
interface Way {
    /** Sends a packet; false when it was not taken. */
    boolean offer(Packet packet);

    /** Sends a short packet with a mark that others do not have; false when it was not taken. */
    boolean offerMarked(DirectBuffer buffer, int length, long reserved);

    /** Whether somebody receives. */
    boolean isConnected();

    /** Whether a packet would be taken now, as far as can be told. */
    boolean hasRoom();

    /** The session of what is sent now; says nothing where there is no publication. */
    int sessionId();

    int doWork(long nowNs);

    void close();
}
