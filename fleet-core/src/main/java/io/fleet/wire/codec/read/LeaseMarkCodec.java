package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.LeaseMark;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.LeaseMarkDecoder;
import io.fleet.wire.sbe.LeaseMarkEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaseMark} in bytes. */
public final class LeaseMarkCodec extends MessageCodec<LeaseMark> {
    private final LeaseMark message = new LeaseMark();
    private final LeaseMarkEncoder encoder = new LeaseMarkEncoder();
    private final LeaseMarkDecoder decoder = new LeaseMarkDecoder();

    public LeaseMarkCodec() {
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
