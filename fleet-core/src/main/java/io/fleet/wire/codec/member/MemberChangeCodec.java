package io.fleet.wire.codec.member;

import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.sbe.MemberChangeDecoder;
import io.fleet.wire.sbe.MemberChangeEncoder;
import java.nio.charset.StandardCharsets;

/** {@link MemberChange} in bytes. */
public final class MemberChangeCodec extends SbeCodec<MemberChange, MemberChangeEncoder, MemberChangeDecoder> {
    public MemberChangeCodec() {
        super(new MemberChange(), new MemberChangeEncoder(), new MemberChangeDecoder(),
            MemberChangeDecoder.kindEncodingOffset() + MemberChangeDecoder.kindEncodingLength());
    }

    @Override
    protected void check(final MemberChange message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("kind", message.kind, MemberChange.ADD, MemberChange.REPLACE_BY_WITNESS);
        checks.range("node", message.node, 0, ConfigurationCodec.MAX_NODE);
        checks.nodeOrNone("replaced", message.replaced);
        checks.range("length of endpoint", bytes(message).length, 0, ConfigurationCodec.MAX_ENDPOINT);
    }

    @Override
    protected void write(final MemberChange message, final MemberChangeEncoder encoder) {
        encoder.ballot(message.ballot)
            .node((short) message.node)
            .replaced((short) message.replaced)
            .kind((short) message.kind);
        final byte[] endpoint = bytes(message);
        encoder.putEndpoint(endpoint, 0, endpoint.length);
    }

    @Override
    protected boolean read(final PacketView packet, final MemberChangeDecoder decoder, final MemberChange message) {
        final int limit = decoder.limit();
        final int length = packet.lastDataLength(limit, ConfigurationCodec.MAX_ENDPOINT);
        if (length < 0) {
            return false;
        }
        message.ballot = decoder.ballot();
        message.node = decoder.node();
        message.replaced = decoder.replaced();
        message.kind = decoder.kind();
        message.endpoint = ConfigurationCodec.endpoint(packet.buffer(), PacketView.dataOffset(limit), length);
        if (message.endpoint == null) {
            packet.fail(Cause.MALFORMED);
            return false;
        }
        return true;
    }

    private static byte[] bytes(final MemberChange message) {
        return message.endpoint.getBytes(StandardCharsets.UTF_8);
    }
}
