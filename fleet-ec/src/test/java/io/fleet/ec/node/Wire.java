package io.fleet.ec.node;

import io.fleet.consensus.message.Message;
import io.fleet.ec.node.link.MessageReceiver;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** What one node sends, encoded, until it is delivered; takes as many packets as it is told, and none
 * for the node that is closed. */
public final class Wire extends UnusedOutbound {
    public static final int OTHERS = -1;

    public final List<Packet> packets = new ArrayList<>();
    public int room = Integer.MAX_VALUE;
    public int closed = Integer.MIN_VALUE;
    private final int self;
    private final WireEncoder encoder;
    private final WireErrors errors = new WireErrors();
    private final WireDecoder decoder = new WireDecoder(new WireIdentity(1, -1), errors, CodedCodecs.catalog());

    /** A packet and where it goes. */
    public record Packet(int to, byte[] bytes) {
    }

    public Wire(final int self) {
        this.self = self;
        encoder = new WireEncoder(new WireIdentity(1, self), CodedCodecs.catalog());
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public boolean sendToOthers(final Message message) {
        return take(OTHERS, message);
    }

    @Override
    public boolean send(final int node, final Message message) {
        return take(node, message);
    }

    /** Hands the packets for a node to its adapter, in the order they were sent, and forgets all. */
    public void deliver(final int node, final MessageReceiver adapter, final long nowNs) {
        for (final Packet packet : List.copyOf(packets)) {
            if (packet.to() == OTHERS || packet.to() == node) {
                deliver(packet, adapter, nowNs);
            }
        }
        packets.clear();
    }

    public void deliver(final Packet packet, final MessageReceiver adapter, final long nowNs) {
        decode(packet, message -> adapter.onMessage(self, message, nowNs));
    }

    public void decode(final Packet packet, final Consumer<Message> receiver) {
        decoder.decode(new UnsafeBuffer(packet.bytes()), 0, packet.bytes().length,
            (group, config, sender, message) -> receiver.accept(message));
        if (errors.total() > 0) {
            throw new AssertionError(errors.toString());
        }
    }

    private boolean take(final int to, final Message message) {
        if (room == 0 || to == closed) {
            return false;
        }
        room--;
        packets.add(new Packet(to, encoder.encode(7, 0, message).toBytes()));
        return true;
    }
}
