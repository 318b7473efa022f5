package io.fleet.node.link;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.node.status.NodeCounters;
import io.fleet.storage.BirthId;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * The one way out: encodes a message once and gives the bytes to the transport, and to this node itself through a
 * queue, so that a message to oneself is handled like any other and never within the call that sent it. Those who send
 * use their messages again at once, so the queue has to copy them: it keeps their bytes, without a checksum where
 * nobody else gets them.
 */
public final class OutboundSender {
    private static final CoverageMark LOOPBACK_FULL = CoverageMark.named("node-links.loopback-full");
    private static final int LOOPBACK_TYPE = 1;

    private final int self;
    private final WireIdentity identity;
    private boolean alone;
    private boolean changed;
    private final Transport transport;
    private final WireEncoder encoder;
    private final OneToOneRingBuffer loopback;
    private final NodeCounters counters;
    private final MessageHandler toHandler;

    public OutboundSender(final WireIdentity identity, final int memberCount, final Transport transport,
                          final int loopbackBytes,
                          final NodeCounters counters, final PacketHandler handler, final CodecCatalog catalog) {
        self = identity.sender();
        this.identity = identity;
        this.transport = transport;
        this.counters = counters;
        alone = memberCount == 1;
        toHandler = (type, buffer, index, length) -> handler.onPacket(buffer, index, length);
        encoder = new WireEncoder(identity, catalog);
        loopback = new OneToOneRingBuffer(new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(loopbackBytes + RingBufferDescriptor.TRAILER_LENGTH, Long.BYTES)));
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
        return offer(node, encoder.buffer(), encoder.encode(0, configVersion, message));
    }

    /** To a client that is of no group of this node. */
    public boolean refuse(final int destination, final Message message) {
        return offer(destination, encoder.buffer(), encoder.encode(0, GroupFingerprint.UNKNOWN, message));
    }

    /** Nothing that a node says means anything before it is known which cluster it belongs to. */
    private boolean isUnborn() {
        return identity.birthId() == BirthId.NONE;
    }

    /** To all; of no use without one of them, which is this node itself for what all can do without. */
    public boolean broadcast(final int groupId, final int configVersion, final Message message, final int needed) {
        if (isUnborn()) {
            return false;
        }
        final int length = alone ? encoder.encodeForSelf(groupId, configVersion, message)
            : encoder.encode(groupId, configVersion, message);
        if (!alone && !counted(transport.offerToAll(needed, encoder.buffer(), 0, length), length)) {
            return false;
        }
        if (message.type() == MessageType.ENTRY_BODY) {
            counters.bodyBroadcasts.increment();
        }
        return toSelf(encoder.buffer(), length);
    }

    public boolean sendToOthers(final int groupId, final int configVersion, final Message message) {
        return alone || !isUnborn()
            && offer(Transport.ALL_NODES, encoder.buffer(), encoder.encode(groupId, configVersion, message));
    }

    public boolean send(final int groupId, final int configVersion, final int node, final Message message) {
        if (isUnborn()) {
            return false;
        }
        return node == self ? toSelf(encoder.buffer(), encoder.encodeForSelf(groupId, configVersion, message))
            : offer(node, encoder.buffer(), encoder.encode(groupId, configVersion, message));
    }

    public boolean sendTo(final int groupId, final int configVersion, final int destination, final Message message) {
        return !isUnborn()
            && offer(destination, encoder.buffer(), encoder.encode(groupId, configVersion, message));
    }

    /** Hands over what this node sent to itself before this call. */
    public int pollLoopback() {
        final long until = loopback.producerPosition();
        int work = 0;
        while (loopback.consumerPosition() < until) {
            final int read = loopback.read(toHandler, 64);
            if (read == 0) {
                break;
            }
            work += read;
        }
        return work;
    }

    private boolean offer(final int destination, final DirectBuffer buffer, final int length) {
        return counted(transport.offer(destination, buffer, 0, length), length);
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

    private boolean toSelf(final DirectBuffer buffer, final int length) {
        if (loopback.write(LOOPBACK_TYPE, buffer, 0, length)) {
            return true;
        }
        LOOPBACK_FULL.hit();
        counters.loopbackDrops.increment();
        return false;
    }
}
