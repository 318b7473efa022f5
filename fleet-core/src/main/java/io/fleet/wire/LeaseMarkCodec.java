package io.fleet.wire;

import io.fleet.protocol.message.LeaseMark;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.LeaseMarkDecoder;
import io.fleet.wire.sbe.LeaseMarkEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaseMark} in bytes. */
final class LeaseMarkCodec extends MessageCodec<LeaseMark> {
    private final LeaseMark message = new LeaseMark();
    private final LeaseMarkEncoder encoder = new LeaseMarkEncoder();
    private final LeaseMarkDecoder decoder = new LeaseMarkDecoder();

    LeaseMarkCodec() {
        super(LeaseMark.class, new MessageLayout(
            LeaseMarkDecoder.SCHEMA_ID, LeaseMarkDecoder.SCHEMA_VERSION,
            LeaseMarkDecoder.TEMPLATE_ID, LeaseMarkDecoder.BLOCK_LENGTH,
            LeaseMarkDecoder.heldEncodingOffset() + LeaseMarkDecoder.heldEncodingLength()));
    }

    @Override
    protected void check(final LeaseMark message, final FieldChecks checks) {
        checks.number("mark", message.mark);
    }

    @Override
    protected int encode(final LeaseMark message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .round(message.round)
            .mark(message.mark)
            .held(message.held ? BooleanType.YES : BooleanType.NO);
        return encoder.limit();
    }

    @Override
    protected LeaseMark decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.round = decoder.round();
        message.mark = decoder.mark();
        message.held = decoder.heldRaw() == BooleanType.YES.value();
        return packet.isYesOrNo(decoder.heldRaw()) && packet.endsAt(decoder.limit()) ? message : null;
    }
}
