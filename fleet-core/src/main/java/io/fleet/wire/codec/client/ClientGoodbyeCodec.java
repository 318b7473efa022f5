package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ClientGoodbyeDecoder;
import io.fleet.wire.sbe.ClientGoodbyeEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link ClientGoodbye} in bytes. */
public final class ClientGoodbyeCodec extends MessageCodec<ClientGoodbye> {
    private final ClientGoodbye message = new ClientGoodbye();
    private final ClientGoodbyeEncoder encoder = new ClientGoodbyeEncoder();
    private final ClientGoodbyeDecoder decoder = new ClientGoodbyeDecoder();

    public ClientGoodbyeCodec() {
        super(ClientGoodbye.class, new MessageLayout(
            ClientGoodbyeDecoder.SCHEMA_ID, ClientGoodbyeDecoder.SCHEMA_VERSION,
            ClientGoodbyeDecoder.TEMPLATE_ID, ClientGoodbyeDecoder.BLOCK_LENGTH,
            ClientGoodbyeDecoder.batcherIdEncodingOffset() + ClientGoodbyeDecoder.batcherIdEncodingLength()));
    }

    @Override
    public MessageScope scope() {
        return MessageScope.ANYBODY;
    }

    @Override
    protected void check(final ClientGoodbye message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
    }

    @Override
    protected int encode(final ClientGoodbye message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .batcherId(message.batcherId);
        return encoder.limit();
    }

    @Override
    protected ClientGoodbye decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.batcherId = decoder.batcherId();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
