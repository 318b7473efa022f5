package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.Endpoint;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.collections.ArrayUtil;

/**
 * The nodes that an endpoint sends to: one way to each, and one to all that are connected. A node that is disconnected
 * keeps its own way, and is heard, until many others have gone after it. Used by one thread.
 */
final class Peers {
    /** What leads to a node, and what is heard of it. */
    interface Ways {
        /** What sends to it. */
        PublicationSlot publicationTo(Endpoint peer);

        /** Something is sent to its host from now on. */
        void addHost(Endpoint peer);

        /** Nothing is sent to its host any more. */
        void removeHost(Endpoint peer);

        /** Nothing is received any more of what it sends to all. */
        void forget(int node);
    }

    /** How many that have gone keep their own way; it is those who went last. */
    static final int MAX_FORMER = 16;

    private final Ways ways;
    private final Broadcast broadcast;
    private final Endpoint[] endpoints = new Endpoint[Endpoint.MAX_NODE_ID + 1];
    private final PublicationSlot[] byNodeId = new PublicationSlot[Endpoint.MAX_NODE_ID + 1];
    private PublicationSlot[] all = {};
    /** Those who were disconnected, in that order. */
    private final ArrayDeque<Integer> former = new ArrayDeque<>();
    private int[] connected = {};
    private final BitSet isConnected = new BitSet();

    Peers(final Ways ways, final Broadcast broadcast) {
        this.ways = ways;
        this.broadcast = broadcast;
    }

    /** Where this endpoint itself receives. */
    void self(final Endpoint self) {
        endpoints[self.nodeId()] = self;
    }

    void connect(final Endpoint peer) {
        final int node = peer.nodeId();
        if (byNodeId[node] != null && !endpoints[node].equals(peer)) {
            disconnect(node);
            close(node);
        }
        former.remove(node);
        if (byNodeId[node] == null) {
            endpoints[node] = peer;
            ways.addHost(peer);
            byNodeId[node] = ways.publicationTo(peer);
            all = ArrayUtil.add(all, byNodeId[node]);
        }
        if (!isConnected(node)) {
            connected = Arrays.copyOf(connected, connected.length + 1);
            connected[connected.length - 1] = node;
            isConnected.set(node);
            broadcast.add(peer, byNodeId[node]);
        }
    }

    void disconnect(final int node) {
        if (isConnected(node)) {
            connected = Arrays.stream(connected).filter(each -> each != node).toArray();
            isConnected.clear(node);
            broadcast.remove(endpoints[node], byNodeId[node]);
            former.addLast(node);
            if (former.size() > MAX_FORMER) {
                final int first = former.removeFirst();
                close(first);
                ways.forget(first);
            }
        }
    }

    private void close(final int node) {
        byNodeId[node].close();
        all = ArrayUtil.remove(all, byNodeId[node]);
        byNodeId[node] = null;
        ways.removeHost(endpoints[node]);
    }

    int[] connected() {
        return connected.clone();
    }

    /** Where a node receives; null when that is not known. */
    Endpoint endpoint(final int node) {
        return node < 0 || node >= endpoints.length ? null : endpoints[node];
    }

    /** The way to a node alone; null when there is none. */
    PublicationSlot to(final int node) {
        return node < 0 || node >= byNodeId.length ? null : byNodeId[node];
    }

    boolean isNode(final int destination) {
        return destination < byNodeId.length;
    }

    boolean offer(final int destination, final Packet packet) {
        if (destination == Transport.ALL_NODES) {
            return connected.length == 0 || broadcast.offer(null, packet);
        }
        final PublicationSlot peer = byNodeId[destination];
        return peer != null && peer.offer(packet);
    }

    boolean offerToAll(final int needed, final Packet packet) {
        return connected.length == 0
            || broadcast.offer(isConnected(needed) ? byNodeId[needed] : null, packet);
    }

    /** See {@link Transport#offerToSome}. */
    int offerToSome(final int[] nodes, final int needed, final Packet packet) {
        final boolean isNeeded = isConnected(needed);
        if (isNeeded && !byNodeId[needed].offer(packet)) {
            return Transport.NOBODY;
        }
        int taken = isNeeded ? 1 : 0;
        int tried = taken;
        for (final int node : nodes) {
            if (node != needed && isConnected(node)) {
                tried++;
                taken += byNodeId[node].offer(packet) ? 1 : 0;
            }
        }
        if (tried == 0 && connected.length > 0) {
            return broadcast.offer(null, packet) ? Transport.ALL_NODES : Transport.NOBODY;
        }
        return taken == 0 && tried > 0 ? Transport.NOBODY : taken;
    }

    int doWork(final long nowNs) {
        int work = broadcast.doWork(nowNs);
        for (final PublicationSlot peer : all) {
            work += peer.doWork(nowNs);
        }
        return work;
    }

    void close() {
        broadcast.close();
        for (final PublicationSlot peer : all) {
            peer.close();
        }
    }

    private boolean isConnected(final int node) {
        return node >= 0 && isConnected.get(node);
    }
}
