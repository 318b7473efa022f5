package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.reach.HeardBy;
import io.fleet.transport.aeron.reach.ReachPacket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One publication that the network multiplies, and copies to those who do not hear it, by the ways to them alone. Asks
 * all of them from time to time. Where nothing can be multicast all are sent copies: nobody receives, or it takes
 * nothing for {@link HeardBy#VALID_NS}, as where the receivers' reports do not come back. Used by one thread.
 */
final class MulticastBroadcast implements Broadcast {
    private final Way multicast;
    private final HeardBy heardBy;
    private final int self;
    private final UnsafeBuffer channel;
    private final List<Peer> peers = new ArrayList<>();
    /** The ways to those who are sent copies. */
    private Way[] copies = {};
    /** The ways to those of them who get nothing by multicast: all, where there is none. */
    private Way[] apart = {};
    private boolean isBlocked = true;
    private boolean isRefused;
    private long refusedNs;
    private int sessionId;
    private long nowNs;

    /**
     * Creates it.
     *
     * @param self            the number of this node, or {@link ReachPacket#CLIENT}.
     * @param responseChannel where a client hears answers; empty for a node.
     */
    MulticastBroadcast(final Way multicast, final HeardBy heardBy, final int self, final String responseChannel) {
        this.multicast = multicast;
        this.heardBy = heardBy;
        this.self = self;
        this.channel = new UnsafeBuffer(responseChannel.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Nobody gets anything while the multicast has no room, unless that lasts; nor while one that is needed, and does
     * not hear, takes nothing. So a sender that tries again loses and repeats nothing.
     */
    @Override
    public boolean offer(final Way needed, final Packet packet) {
        final boolean isShared = isShared();
        if (isShared && !multicast.hasRoom()) {
            refused();
            return false;
        }
        final boolean isApart = needed != null && contains(apart, needed);
        if (isApart && !needed.offer(packet)) {
            return false;
        }
        final boolean isSent = (isShared || isBlocked) && offerToMany(packet);
        if (isShared && !isSent && !isApart) {
            return false;
        }
        boolean taken = isSent || isApart;
        for (final Way each : copies) {
            if (!isApart || each != needed) {
                taken |= each.offer(packet);
            }
        }
        return taken;
    }

    /** Whether anybody hears it who is not sent copies. */
    boolean isShared() {
        return copies.length < peers.size();
    }

    @Override
    public void add(final Endpoint peer, final Way way) {
        peers.add(new Peer(peer.nodeId(), way));
        heardBy.add(peer.nodeId(), peer.address());
        choose();
    }

    @Override
    public void remove(final Endpoint peer, final Way way) {
        peers.removeIf(each -> each.way == way);
        heardBy.remove(peer.nodeId());
        choose();
    }

    /** A node answers to what it was asked of a session. */
    void onAnswer(final int node, final int session, final boolean hears) {
        if (session == sessionId && heardBy.onAnswer(node, hears)) {
            choose();
        }
    }

    /** How many nodes are sent copies, and have been for a while. Any thread may ask. */
    int deaf() {
        return heardBy.deaf();
    }

    @Override
    public int doWork(final long now) {
        nowNs = now;
        int work = multicast.doWork(now);
        if (sessionId != multicast.sessionId()) {
            sessionId = multicast.sessionId();
            heardBy.restart();
            choose();
        }
        if (heardBy.onTime(now, isBlocked)) {
            isRefused &= !multicast.isConnected() || !multicast.hasRoom();
            isBlocked = !multicast.isConnected() || isRefused && now - refusedNs >= HeardBy.VALID_NS;
            choose();
        }
        for (final Peer peer : peers) {
            if (heardBy.isToBeAsked(peer.node) && ask(peer)) {
                work++;
            }
        }
        return work;
    }

    /** What is not taken now is asked in the next cycle. */
    private boolean ask(final Peer peer) {
        if (sessionId != 0 && peer.way.offerMarked(channel, channel.capacity(),
            ReachPacket.encode(ReachPacket.Kind.ASK, self, sessionId))) {
            heardBy.onAsked(peer.node);
            return true;
        }
        return false;
    }

    @Override
    public void close() {
        multicast.close();
    }

    private boolean offerToMany(final Packet packet) {
        if (multicast.offer(packet)) {
            isRefused = false;
            return true;
        }
        refused();
        return false;
    }

    private void refused() {
        if (!isRefused) {
            isRefused = true;
            refusedNs = nowNs;
        }
    }

    private void choose() {
        copies = ways(peer -> isBlocked || heardBy.needsCopy(peer.node));
        apart = isShared() ? ways(peer -> heardBy.isDeaf(peer.node)) : copies;
    }

    private Way[] ways(final Predicate<Peer> which) {
        return peers.stream().filter(which).map(peer -> peer.way).toArray(Way[]::new);
    }

    private static boolean contains(final Way[] ways, final Way way) {
        for (final Way each : ways) {
            if (each == way) {
                return true;
            }
        }
        return false;
    }

    /** A node that is sent to, and the way to it alone. */
    private record Peer(int node, Way way) {
    }
}
