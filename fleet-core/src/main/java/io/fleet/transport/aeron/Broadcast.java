package io.fleet.transport.aeron;

import org.agrona.DirectBuffer;

/** How one packet reaches all other nodes. */
interface Broadcast {
    /** Sends once, to whoever can take it now; false when nobody could. */
    boolean offer(DirectBuffer buffer, int offset, int length);

    int doWork(long nowNs);

    void close();
}
