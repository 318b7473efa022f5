package io.fleet.wire;

import io.fleet.protocol.message.HandOverRequest;
import io.fleet.wire.sbe.HandOverRequestDecoder;
import io.fleet.wire.sbe.HandOverRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link HandOverRequest} in bytes. */
final class HandOverRequestCodec extends MessageCodec<HandOverRequest> {
    private final HandOverRequest message = new HandOverRequest();
    private final HandOverRequestEncoder encoder = new HandOverRequestEncoder();
    private final HandOverRequestDecoder decoder = new HandOverRequestDecoder();

    HandOverRequestCodec() {
        super(HandOverRequest.class, new MessageLayout(
            HandOverRequestDecoder.SCHEMA_ID, HandOverRequestDecoder.SCHEMA_VERSION,
            HandOverRequestDecoder.TEMPLATE_ID, HandOverRequestDecoder.BLOCK_LENGTH,
            HandOverRequestDecoder.successorEncodingOffset() + HandOverRequestDecoder.successorEncodingLength()));
    }

    @Override
    protected void check(final HandOverRequest message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.nodeOrNone("successor", message.successor);
    }

    @Override
    protected int encode(final HandOverRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .successor((short) message.successor);
        return encoder.limit();
    }

    @Override
    protected HandOverRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.successor = decoder.successor();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
