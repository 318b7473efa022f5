package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import io.fleet.transport.aeron.config.Endpoint;

/** How one packet reaches all other nodes. */
interface Broadcast {
    /**
     * Sends once, to whoever can take it now; false when nobody could. Where it goes to each by itself and one of them
     * is needed, nobody gets it before that one.
     *
     * @param needed the publication to that one; null for none.
     */
    boolean offer(Way needed, Packet packet);

    /** Reaches a node too, from now on. */
    void add(Endpoint peer, Way publication);

    /** Does not reach a node any more. */
    void remove(Endpoint peer, Way publication);

    int doWork(long nowNs);

    void close();
}
