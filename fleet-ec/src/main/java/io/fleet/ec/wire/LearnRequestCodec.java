package io.fleet.ec.wire;

import io.fleet.ec.message.LearnRequest;
import io.fleet.ec.wire.sbe.LearnRequestDecoder;
import io.fleet.ec.wire.sbe.LearnRequestEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link LearnRequest} in bytes. */
final class LearnRequestCodec extends MessageCodec<LearnRequest> {
    private final LearnRequest message = new LearnRequest();
    private final LearnRequestEncoder encoder = new LearnRequestEncoder();
    private final LearnRequestDecoder decoder = new LearnRequestDecoder();

    LearnRequestCodec() {
        super(LearnRequest.class, new MessageLayout(
            LearnRequestDecoder.SCHEMA_ID, LearnRequestDecoder.SCHEMA_VERSION,
            LearnRequestDecoder.TEMPLATE_ID, LearnRequestDecoder.BLOCK_LENGTH,
            LearnRequestDecoder.fromSlotEncodingOffset() + LearnRequestDecoder.fromSlotEncodingLength()));
    }

    @Override
    protected void check(final LearnRequest message, final FieldChecks checks) {
        checks.range("from", message.from, 1, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected int encode(final LearnRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).fromSlot(message.from);
        return encoder.limit();
    }

    @Override
    protected LearnRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.from = decoder.fromSlot();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
