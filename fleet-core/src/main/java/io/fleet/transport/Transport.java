package io.fleet.transport;

/**
 * One endpoint (a node, or a remote client) of the cluster's network. Used by one thread. Never blocks: a slow, stuck
 * or dead receiver makes {@code offer} to it fail, and never holds up an offer to another.
 *
 * <p>Delivery is best effort: packets may be lost, and are usually neither repeated nor reordered between two
 * endpoints.
 */
public interface Transport extends AutoCloseable {
    /** Destination: all nodes other than this endpoint. */
    int ALL_NODES = -1;
    /** What {@link #offerToSome} says of a packet that was not sent. */
    int NOBODY = -2;
    /** The longest packet in bytes that {@link #offer} takes. */
    int MAX_PACKET = 96 * 1024;

    /**
     * Hands received packets to the handler.
     *
     * @param handler takes each packet.
     * @param limit   the most packets of one call.
     * @return how much was done: 0 when nothing was there.
     */
    int poll(PacketHandler handler, int limit);

    /**
     * Sends one packet.
     *
     * @param destination a node id, {@link #ALL_NODES}, or what {@link #openReturnPath} gave.
     * @param packet      of at most {@link #MAX_PACKET} bytes, which are not looked at after this call.
     * @return false when it was not sent: back-pressure, no connection, or an unknown destination.
     */
    boolean offer(int destination, Packet packet);

    /**
     * Sends one packet to {@link #ALL_NODES} that is of no use without one of them. Where this endpoint sends to each
     * of them by itself, none gets the packet while that one does not take it; so a sender that tries again loses and
     * repeats nothing. Where the network multiplies packets this is {@link #offer}, but for a node that does not hear
     * what is multicast: that is sent to by itself.
     *
     * @param needed the node that the packet is of no use without; one that is not connected, as this endpoint
     *               itself, holds up nothing.
     * @param packet of at most {@link #MAX_PACKET} bytes, which are not looked at after this call.
     * @return false when it was not sent.
     */
    default boolean offerToAll(final int needed, final Packet packet) {
        return offer(ALL_NODES, packet);
    }

    /**
     * Sends one packet to some nodes, to each over its own connection; to the one that is needed, too, where that is
     * connected and not among them. Where the network multiplies packets it goes to all.
     *
     * @param nodes  the nodes; this endpoint itself, and those that are not connected, get nothing.
     * @param needed the node that the packet is of no use without; one that is not connected, as this endpoint
     *               itself, holds up nothing.
     * @param packet of at most {@link #MAX_PACKET} bytes, which are not looked at after this call.
     * @return to how many nodes it was sent; {@link #ALL_NODES} where it went to all, as it does where none of these is
     *         connected and others are; {@link #NOBODY} when it was not sent.
     */
    default int offerToSome(final int[] nodes, final int needed, final Packet packet) {
        return offerToAll(needed, packet) ? ALL_NODES : NOBODY;
    }

    /**
     * Where a remote client's transport receives; sent to nodes so that they can answer.
     *
     * @return the channel; empty for a node.
     */
    String responseChannel();

    /**
     * Opens a way back to a remote client. Returns at once; offers fail until it is connected.
     *
     * @param responseChannel what the client said; checked, since it comes from the network.
     * @return the destination, or {@link #ALL_NODES} minus one (-2) when the channel is malformed or no more can be
     *         opened.
     */
    int openReturnPath(String responseChannel);

    /**
     * Closes a way back.
     *
     * @param destination what {@link #openReturnPath} gave.
     */
    void closeReturnPath(int destination);

    /**
     * Makes a node one of those that {@link #ALL_NODES} means, and opens a way to it where there is none. Returns
     * at once; offers fail until it is connected. Does nothing for one that is connected at that address already. A
     * network that reaches everybody anyway has nothing to do. Names are resolved by another thread.
     *
     * @param node    the node, not this one.
     * @param address where it receives, as {@code host:port}; checked, since it may come from the network. Ignored over
     *                shared memory.
     * @return false when the address is malformed, is not that of one host, or cannot be reached by this endpoint.
     */
    default boolean connect(final int node, final String address) {
        return true;
    }

    /**
     * {@link #ALL_NODES} does not mean a node any more. What is sent to it alone still goes out, so that it can be told
     * why; a network may let go of those who went first when many have gone. Does nothing for one that is not
     * connected.
     *
     * @param node the node.
     */
    default void disconnect(final int node) {
    }

    /**
     * The nodes that {@link #ALL_NODES} means, as far as {@link #disconnect} makes a difference for them.
     *
     * @return their numbers, owned by the caller.
     */
    default int[] connected() {
        return new int[0];
    }

    /**
     * Where a node receives.
     *
     * @param node a node, this one included.
     * @return as {@code host:port}; empty when it is not known, and over shared memory.
     */
    default String address(final int node) {
        return "";
    }

    /**
     * How often senders were refused. Any thread may ask.
     *
     * @param why the reason.
     * @return the count; 0 where senders are not looked at, as over shared memory and with a media driver of another
     *         process. Endpoints that share a media driver share the count.
     */
    default long refused(final Refusal why) {
        return 0;
    }

    /**
     * How many nodes that are connected do not hear what this endpoint multicasts, and have been sent copies for two
     * seconds; of those that do not say whether they hear, twenty seconds. Any thread may ask.
     *
     * @return 0 where nothing is multicast.
     */
    default int deaf() {
        return 0;
    }

    /**
     * Where the thread of this endpoint waits when it finds nothing to do.
     *
     * @return always the same one.
     */
    Waiter waiter();

    /**
     * Sends now what was offered since the last call, as far as receivers take it, where the thread of this endpoint
     * does the sending; elsewhere, and by default, does nothing. Without this call it goes out with the next {@link
     * #poll}.
     *
     * @return how much was done; 0 when nothing had been offered.
     */
    default int flush() {
        return 0;
    }

    /**
     * Regular duty besides polling (retries of what is queued, housekeeping).
     *
     * @param nowNs the clock of this duty cycle.
     * @return how much was done.
     */
    int doWork(long nowNs);

    @Override
    void close();
}
