package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.LeaseMarkRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.LeaseMarkRequestDecoder;
import io.fleet.wire.sbe.LeaseMarkRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaseMarkRequest} in bytes. */
public final class LeaseMarkRequestCodec extends MessageCodec<LeaseMarkRequest> {
    private final LeaseMarkRequest message = new LeaseMarkRequest();
    private final LeaseMarkRequestEncoder encoder = new LeaseMarkRequestEncoder();
    private final LeaseMarkRequestDecoder decoder = new LeaseMarkRequestDecoder();

    public LeaseMarkRequestCodec() {
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
