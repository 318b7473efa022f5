package io.fleet.node.link;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.status.NodeCounters;
import io.fleet.storage.BirthId;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.transport.Packet;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The one way out: encodes a message once and gives the bytes to the transport, and to this node itself through a
 * queue, so that a message to oneself is handled like any other and never within the call that sent it. Those who send
 * use their messages again at once, so what waits has to be a copy: it is the packet, encoded where it waits, without a
 * checksum where nobody else gets it.
 */
public final class OutboundSender {
    private static final CoverageMark LOOPBACK_FULL = CoverageMark.named("node-links.loopback-full");

    private final int self;
    private final WireIdentity identity;
    private boolean alone;
    private boolean changed;
    private final Transport transport;
    private final WireEncoder encoder;
    private final OwnPackets own;
    private final NodeCounters counters;
    private final PacketHandler handler;

    public OutboundSender(final WireIdentity identity, final int memberCount, final Transport transport,
                          final int loopbackBytes,
                          final NodeCounters counters, final PacketHandler handler, final CodecCatalog catalog) {
        self = identity.sender();
        this.identity = identity;
        this.transport = transport;
        this.counters = counters;
        alone = memberCount == 1;
        this.handler = handler;
        encoder = new WireEncoder(identity, catalog);
        own = new OwnPackets(loopbackBytes);
    }

    /** A group knows other members than before. */
    public void membersChanged(final boolean hasOthers) {
        alone &= !hasOthers;
        changed = true;
    }

    /** Whether any group has come to know other members since this was asked last. */
    public boolean takeChange() {
        final boolean was = changed;
        changed = false;
        return was;
    }

    public int self() {
        return self;
    }

    /** The nodes that this one was told of, and those of a list, without itself. */
    public int[] others(final int[] more) {
        return IntStream.concat(Arrays.stream(transport.connected()), Arrays.stream(more)).filter(node -> node != self)
            .distinct().sorted().toArray();
    }

    /** To one node, by which it, or this one, comes to know of which birth the cluster is. */
    public boolean introduce(final int configVersion, final int node, final Message message) {
        return offer(0, configVersion, node, message);
    }

    /** To a client that is of no group of this node. */
    public boolean refuse(final int destination, final Message message) {
        return offer(0, GroupFingerprint.UNKNOWN, destination, message);
    }

    /** Nothing that a node says means anything before it is known which cluster it belongs to. */
    private boolean isUnborn() {
        return identity.birthId() == BirthId.NONE;
    }

    /**
     * To all, or to some, and in any case to this node itself; of no use without one of them, which is this node itself
     * for what all can do without.
     *
     * @param some null for all.
     */
    public boolean broadcast(final int groupId, final int configVersion, final Message message, final int needed,
                             final int[] some) {
        if (isUnborn()) {
            return false;
        }
        final boolean hasRoom = own.hasRoom();
        int length = 0;
        if (!alone) {
            final Packet packet = hasRoom
                ? encoder.encodeThere(own.buffer(), own.offset(), groupId, configVersion, message)
                : encoder.encode(groupId, configVersion, message);
            length = packet.length();
            if (!(some == null ? toAll(needed, packet) : toSome(some, needed, packet))) {
                return false;
            }
        } else if (hasRoom) {
            length = encoder.encodeForSelf(own.buffer(), own.offset(), groupId, configVersion, message);
        }
        if (some == null && message.type() == MessageType.ENTRY_BODY) {
            counters.toAll.bodies.increment();
        }
        return hasRoom ? toSelf(length) : drop();
    }

    private boolean toAll(final int needed, final Packet packet) {
        if (!counted(transport.offerToAll(needed, packet), packet.length())) {
            return false;
        }
        counters.toAll.packets.increment();
        return true;
    }

    /** Each node counts as a packet, unless the transport has sent it to all. */
    private boolean toSome(final int[] nodes, final int needed, final Packet packet) {
        final int count = transport.offerToSome(nodes, needed, packet);
        if (count == Transport.NOBODY) {
            return counted(false, packet.length());
        }
        if (count == Transport.ALL_NODES) {
            counters.toAll.packets.increment();
        }
        final int packets = Math.abs(count);
        counters.packetsSent.add(packets);
        counters.bytesSent.add((long) packets * packet.length());
        return true;
    }

    public boolean sendToOthers(final int groupId, final int configVersion, final Message message) {
        return alone || sendTo(groupId, configVersion, Transport.ALL_NODES, message);
    }

    /** To some others; not to this node itself, which may be among them. */
    public boolean sendToSome(final int groupId, final int configVersion, final Message message, final int[] nodes) {
        return alone || !isUnborn() && toSome(nodes, self, encoder.encode(groupId, configVersion, message));
    }

    public boolean send(final int groupId, final int configVersion, final int node, final Message message) {
        if (node != self) {
            return sendTo(groupId, configVersion, node, message);
        }
        if (isUnborn()) {
            return false;
        }
        if (!own.hasRoom()) {
            return drop();
        }
        return toSelf(encoder.encodeForSelf(own.buffer(), own.offset(), groupId, configVersion, message));
    }

    public boolean sendTo(final int groupId, final int configVersion, final int destination, final Message message) {
        return !isUnborn() && offer(groupId, configVersion, destination, message);
    }

    /** {@link OwnPackets#poll}. */
    public int pollLoopback() {
        return own.poll(handler);
    }

    private boolean offer(final int groupId, final int configVersion, final int destination, final Message message) {
        final Packet packet = encoder.encode(groupId, configVersion, message);
        final boolean sent = counted(transport.offer(destination, packet), packet.length());
        if (sent && destination == Transport.ALL_NODES) {
            counters.toAll.packets.increment();
        }
        return sent;
    }

    private boolean counted(final boolean sent, final int length) {
        if (sent) {
            counters.packetsSent.increment();
            counters.bytesSent.add(length);
        } else {
            counters.packetsNotSent.increment();
        }
        return sent;
    }

    private boolean toSelf(final int length) {
        own.commit(length);
        return true;
    }

    private boolean drop() {
        LOOPBACK_FULL.hit();
        counters.loopbackDrops.increment();
        return false;
    }
}
