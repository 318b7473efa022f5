package io.fleet.wire.codec.member;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.member.Members;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.MembersDecoder;
import io.fleet.wire.sbe.MembersEncoder;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** {@link Members} in bytes. */
public final class MembersCodec extends MessageCodec<Members> {
    private final Members message = new Members();
    private final MembersEncoder encoder = new MembersEncoder();
    private final MembersDecoder decoder = new MembersDecoder();
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();

    public MembersCodec() {
        super(Members.class, new MessageLayout(
            MembersDecoder.SCHEMA_ID, MembersDecoder.SCHEMA_VERSION,
            MembersDecoder.TEMPLATE_ID, MembersDecoder.BLOCK_LENGTH,
            MembersDecoder.nonceEncodingOffset() + MembersDecoder.nonceEncodingLength()));
    }

    @Override
    protected void check(final Members message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("configuration", message.configuration.version());
    }

    @Override
    protected int encode(final Members message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).configuration(message.configuration.version())
            .inForce(message.inForce ? BooleanType.YES : BooleanType.NO)
            .nonce(message.nonce);
        encoder.putMembers(bytes, 0, ConfigurationCodec.encode(message.configuration, bytes, 0));
        return encoder.limit();
    }

    @Override
    protected Members decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final int limit = decoder.limit();
        final int length = packet.dataLength(limit, ConfigurationCodec.MAX_LENGTH);
        if (length < 0 || !packet.endsAt(PacketView.dataOffset(limit) + length)) {
            return null;
        }
        final Configuration configuration = ConfigurationCodec.decode(packet.buffer(), PacketView.dataOffset(limit),
            length, decoder.configuration());
        if (configuration == null) {
            packet.fail(Cause.MALFORMED);
            return null;
        }
        message.configuration = configuration;
        message.nonce = decoder.nonce();
        message.inForce = decoder.inForceRaw() == BooleanType.YES.value();
        return packet.isYesOrNo(decoder.inForceRaw()) ? message : null;
    }
}
