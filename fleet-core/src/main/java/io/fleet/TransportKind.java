package io.fleet;

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
    IPC
}
