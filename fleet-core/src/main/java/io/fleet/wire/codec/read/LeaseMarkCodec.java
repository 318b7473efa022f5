package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.LeaseMark;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.LeaseMarkDecoder;
import io.fleet.wire.sbe.LeaseMarkEncoder;

/** {@link LeaseMark} in bytes. */
public final class LeaseMarkCodec extends FlatCodec<LeaseMark, LeaseMarkEncoder, LeaseMarkDecoder> {
    public LeaseMarkCodec() {
        super(new LeaseMark(), new LeaseMarkEncoder(), new LeaseMarkDecoder(),
            LeaseMarkDecoder.heldEncodingOffset() + LeaseMarkDecoder.heldEncodingLength());
    }

    @Override
    protected void check(final LeaseMark message, final FieldChecks checks) {
        checks.number("mark", message.mark);
    }

    @Override
    protected void write(final LeaseMark message, final LeaseMarkEncoder encoder) {
        encoder.round(message.round)
            .mark(message.mark)
            .held(message.held ? BooleanType.YES : BooleanType.NO);
    }

    @Override
    protected void read(final LeaseMarkDecoder decoder, final LeaseMark message) {
        message.round = decoder.round();
        message.mark = decoder.mark();
        message.held = decoder.heldRaw() == BooleanType.YES.value();
    }

    @Override
    protected boolean isWhole(final PacketView packet, final LeaseMarkDecoder decoder) {
        return packet.isYesOrNo(decoder.heldRaw());
    }
}
