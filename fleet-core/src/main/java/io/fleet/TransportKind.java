package io.fleet;

import io.fleet.error.ConfigException;
import org.jspecify.annotations.Nullable;

/** How nodes reach each other. */
public enum TransportKind {
    /** Aeron multi-destination-cast over UDP: the sender copies to each destination. Works everywhere; the default. */
    MDC,
    /**
     * Aeron UDP multicast: a body crosses the network once, whatever the number of nodes. Needs a network that carries
     * multicast.
     */
    MULTICAST,
    /** Shared memory between nodes of one process. */
    IPC;

    /** There is no multicast group that is nobody else's by default. */
    static void requireGroup(final TransportKind transport, final @Nullable String multicastGroup) {
        if (transport == MULTICAST && multicastGroup == null) {
            throw new ConfigException("multicastGroup is missing: with transport MULTICAST give an address and port"
                + " that no other cluster uses, the same on every node and client of this one, such as"
                + " \"239.255.7.1:40456\"");
        }
    }
}
