package io.fleet.wire.codec.member;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.member.Members;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.MembersDecoder;
import io.fleet.wire.sbe.MembersEncoder;
import org.agrona.ExpandableArrayBuffer;

/** {@link Members} in bytes. */
public final class MembersCodec extends SbeCodec<Members, MembersEncoder, MembersDecoder> {
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();

    public MembersCodec() {
        super(new Members(), new MembersEncoder(), new MembersDecoder(),
            MembersDecoder.nonceEncodingOffset() + MembersDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final Members message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("configuration", message.configuration.version());
    }

    @Override
    protected void write(final Members message, final MembersEncoder encoder) {
        encoder.configuration(message.configuration.version())
            .inForce(message.inForce ? BooleanType.YES : BooleanType.NO)
            .nonce(message.nonce);
        encoder.putMembers(bytes, 0, ConfigurationCodec.encode(message.configuration, bytes, 0));
    }

    @Override
    protected boolean read(final PacketView packet, final MembersDecoder decoder, final Members message) {
        final int limit = decoder.limit();
        final int length = packet.lastDataLength(limit, ConfigurationCodec.MAX_LENGTH);
        if (length < 0) {
            return false;
        }
        final Configuration configuration = ConfigurationCodec.decode(packet.buffer(), PacketView.dataOffset(limit),
            length, decoder.configuration());
        if (configuration == null) {
            packet.fail(Cause.MALFORMED);
            return false;
        }
        message.configuration = configuration;
        message.nonce = decoder.nonce();
        message.inForce = decoder.inForceRaw() == BooleanType.YES.value();
        return packet.isYesOrNo(decoder.inForceRaw());
    }
}
