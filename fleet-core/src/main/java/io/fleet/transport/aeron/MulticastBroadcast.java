package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import io.fleet.transport.aeron.config.Endpoint;
import io.fleet.transport.aeron.reach.HeardBy;
import io.fleet.transport.aeron.reach.ReachPacket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One publication that the network multiplies, and copies to those who do not say that they hear it, by the ways to
 * them alone. Asks all of them from time to time. Used by one thread.
 */
final class MulticastBroadcast implements Broadcast {
    private final PublicationSlot slot;
    private final HeardBy heardBy;
    private final int self;
    private final UnsafeBuffer channel;
    private final List<Way> ways = new ArrayList<>();
    /** The ways to those who are sent copies. */
    private PublicationSlot[] copies = {};

    /**
     * Creates it.
     *
     * @param self            the number of this node, or {@link ReachPacket#CLIENT}.
     * @param responseChannel where a client hears answers; empty for a node.
     */
    MulticastBroadcast(final PublicationSlot slot, final HeardBy heardBy, final int self,
                       final String responseChannel) {
        this.slot = slot;
        this.heardBy = heardBy;
        this.self = self;
        this.channel = new UnsafeBuffer(responseChannel.getBytes(StandardCharsets.US_ASCII));
    }

    /** Where all have ways of their own nothing is multicast: it may wait for a receiver that is not there. */
    @Override
    public boolean offer(final PublicationSlot needed, final Packet packet) {
        final boolean isApart = isCopied(needed);
        if (isApart && !needed.offer(packet)) {
            return false;
        }
        boolean taken = copies.length < ways.size() && slot.offer(packet);
        if (needed != null && !isApart && !taken) {
            return false;
        }
        taken |= isApart;
        for (final PublicationSlot each : copies) {
            if (each != needed) {
                taken |= each.offer(packet);
            }
        }
        return taken;
    }

    @Override
    public void add(final Endpoint peer, final PublicationSlot publication) {
        ways.add(new Way(peer, publication));
        choose();
    }

    @Override
    public void remove(final Endpoint peer, final PublicationSlot publication) {
        ways.removeIf(way -> way.slot == publication);
        heardBy.forget(peer.nodeId());
        choose();
    }

    /** A node answers to what it was asked of a session. */
    void onAnswer(final int node, final int session, final boolean hears) {
        if (!slot.isOpen() || slot.sessionId() != session) {
            return;
        }
        for (final Way way : ways) {
            if (way.peer.nodeId() == node) {
                heardBy.onAnswer(node, way.peer.address(), hears);
                choose();
            }
        }
    }

    /** How many nodes say that they do not hear. Any thread may ask. */
    int deaf() {
        return heardBy.deaf();
    }

    @Override
    public int doWork(final long nowNs) {
        final int work = slot.doWork(nowNs);
        if (!heardBy.isDueToAsk(nowNs)) {
            return work;
        }
        if (slot.isOpen()) {
            final long ask = ReachPacket.encode(ReachPacket.Kind.ASK, self, slot.sessionId());
            for (final Way way : ways) {
                way.slot.offerMarked(channel, channel.capacity(), ask);
            }
        }
        choose();
        return work;
    }

    @Override
    public void close() {
        slot.close();
    }

    private boolean isCopied(final PublicationSlot way) {
        for (final PublicationSlot each : copies) {
            if (each == way) {
                return true;
            }
        }
        return false;
    }

    private void choose() {
        copies = ways.stream().filter(way -> heardBy.needsCopy(way.peer.nodeId())).map(way -> way.slot)
            .toArray(PublicationSlot[]::new);
    }

    /** A node that is sent to, and the way to it alone. */
    private record Way(Endpoint peer, PublicationSlot slot) {
    }
}
