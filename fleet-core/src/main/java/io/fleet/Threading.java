package io.fleet;

/** Which threads a node or a client in a process of its own works with, besides those of its logs. */
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
     * processors for each node or client that nobody else uses; with fewer it is the slowest of all.
     */
    DEDICATED
}
