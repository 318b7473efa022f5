package io.fleet.wire;

import io.fleet.protocol.message.LeaseMarkRequest;
import io.fleet.wire.sbe.LeaseMarkRequestDecoder;
import io.fleet.wire.sbe.LeaseMarkRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaseMarkRequest} in bytes. */
final class LeaseMarkRequestCodec extends MessageCodec<LeaseMarkRequest> {
    private final LeaseMarkRequest message = new LeaseMarkRequest();
    private final LeaseMarkRequestEncoder encoder = new LeaseMarkRequestEncoder();
    private final LeaseMarkRequestDecoder decoder = new LeaseMarkRequestDecoder();

    LeaseMarkRequestCodec() {
        super(LeaseMarkRequest.class, new MessageLayout(
            LeaseMarkRequestDecoder.SCHEMA_ID, LeaseMarkRequestDecoder.SCHEMA_VERSION,
            LeaseMarkRequestDecoder.TEMPLATE_ID, LeaseMarkRequestDecoder.BLOCK_LENGTH,
            LeaseMarkRequestDecoder.roundEncodingOffset() + LeaseMarkRequestDecoder.roundEncodingLength()));
    }

    @Override
    protected void check(final LeaseMarkRequest message, final FieldChecks checks) {
        // Any number names a question.
    }

    @Override
    protected int encode(final LeaseMarkRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).round(message.round);
        return encoder.limit();
    }

    @Override
    protected LeaseMarkRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.round = decoder.round();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
