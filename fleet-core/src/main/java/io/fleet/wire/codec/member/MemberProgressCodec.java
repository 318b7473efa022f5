package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.MemberProgressEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link MemberProgress} in bytes. */
public final class MemberProgressCodec extends MessageCodec<MemberProgress> {
    private final MemberProgress message = new MemberProgress();
    private final MemberProgressEncoder encoder = new MemberProgressEncoder();
    private final MemberProgressDecoder decoder = new MemberProgressDecoder();

    public MemberProgressCodec() {
        super(MemberProgress.class, new MessageLayout(
            MemberProgressDecoder.SCHEMA_ID, MemberProgressDecoder.SCHEMA_VERSION,
            MemberProgressDecoder.TEMPLATE_ID, MemberProgressDecoder.BLOCK_LENGTH,
            MemberProgressDecoder.soundEncodingOffset() + MemberProgressDecoder.soundEncodingLength()));
    }

    @Override
    protected void check(final MemberProgress message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("configuration", message.configuration);
        checks.number("durable", message.durable);
    }

    @Override
    protected int encode(final MemberProgress message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .configuration(message.configuration)
            .durable(message.durable)
            .sound(message.sound ? BooleanType.YES : BooleanType.NO);
        return encoder.limit();
    }

    @Override
    protected MemberProgress decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.configuration = decoder.configuration();
        message.durable = decoder.durable();
        message.sound = decoder.soundRaw() == BooleanType.YES.value();
        return packet.isYesOrNo(decoder.soundRaw()) && packet.endsAt(decoder.limit()) ? message : null;
    }
}
