package io.fleet;

/**
 * Which threads a node works with, besides those of its logs. A client in a process of its own always works as {@link
 * #COMPACT} says; one that lives in a node has no thread. Over shared memory ({@link TransportKind#IPC}, and so in a
 * {@link FleetCluster}) there are no sockets to wait for: all nodes share one media driver with a thread of its own,
 * and each node's thread parks until another one, a caller or a flusher wakes it.
 */
public enum Threading {
    /**
     * One thread does everything: protocol, state machines and network. Without work it waits in the kernel for a
     * packet, so that nothing is polled for nothing. Best where cores are few, or shared with others, and at few
     * requests at a time. A state machine that takes long holds up the network too: packets wait in the sockets'
     * buffers.
     */
    COMPACT,
    /**
     * Aeron's media driver has a thread of its own, and both threads look for work again and again, with short parks.
     * For state machines that take milliseconds for a command.
     */
    SHARED,
    /**
     * The low-latency profile: the media driver has three threads, which spin, and so does the node's. Needs four
     * processors for each node that nobody else uses; with fewer it is the slowest of all.
     */
    DEDICATED
}
