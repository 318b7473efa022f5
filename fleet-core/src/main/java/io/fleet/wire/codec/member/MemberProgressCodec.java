package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.MemberProgressEncoder;

/** {@link MemberProgress} in bytes. */
public final class MemberProgressCodec
    extends
        FlatCodec<MemberProgress, MemberProgressEncoder, MemberProgressDecoder> {
    public MemberProgressCodec() {
        super(new MemberProgress(), new MemberProgressEncoder(), new MemberProgressDecoder(),
            MemberProgressDecoder.soundEncodingOffset() + MemberProgressDecoder.soundEncodingLength());
    }

    @Override
    protected void check(final MemberProgress message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("configuration", message.configuration);
        checks.number("durable", message.durable);
    }

    @Override
    protected void write(final MemberProgress message, final MemberProgressEncoder encoder) {
        encoder.ballot(message.ballot)
            .configuration(message.configuration)
            .durable(message.durable)
            .sound(message.sound ? BooleanType.YES : BooleanType.NO);
    }

    @Override
    protected void read(final MemberProgressDecoder decoder, final MemberProgress message) {
        message.ballot = decoder.ballot();
        message.configuration = decoder.configuration();
        message.durable = decoder.durable();
        message.sound = decoder.soundRaw() == BooleanType.YES.value();
    }

    @Override
    protected boolean isWhole(final PacketView packet, final MemberProgressDecoder decoder) {
        return packet.isYesOrNo(decoder.soundRaw());
    }
}
