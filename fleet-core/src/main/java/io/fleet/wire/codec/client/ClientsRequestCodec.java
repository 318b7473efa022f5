package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ClientsRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ClientsRequestDecoder;
import io.fleet.wire.sbe.ClientsRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link ClientsRequest} in bytes. */
public final class ClientsRequestCodec extends MessageCodec<ClientsRequest> {
    private final ClientsRequest message = new ClientsRequest();
    private final ClientsRequestEncoder encoder = new ClientsRequestEncoder();
    private final ClientsRequestDecoder decoder = new ClientsRequestDecoder();

    public ClientsRequestCodec() {
        super(ClientsRequest.class, new MessageLayout(
            ClientsRequestDecoder.SCHEMA_ID, ClientsRequestDecoder.SCHEMA_VERSION,
            ClientsRequestDecoder.TEMPLATE_ID, ClientsRequestDecoder.BLOCK_LENGTH,
            ClientsRequestDecoder.knownEncodingOffset() + ClientsRequestDecoder.knownEncodingLength()));
    }

    @Override
    protected void check(final ClientsRequest message, final FieldChecks checks) {
        checks.range("known", message.known, 0, Integer.MAX_VALUE);
    }

    @Override
    protected int encode(final ClientsRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).known(message.known);
        return encoder.limit();
    }

    @Override
    protected ClientsRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.known = decoder.known();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
