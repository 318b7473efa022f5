package io.fleet.wire.codec.member;

import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.sbe.MemberChangeDecoder;
import io.fleet.wire.sbe.MemberChangeEncoder;
import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;

/** {@link MemberChange} in bytes. */
public final class MemberChangeCodec extends MessageCodec<MemberChange> {
    private final MemberChange message = new MemberChange();
    private final MemberChangeEncoder encoder = new MemberChangeEncoder();
    private final MemberChangeDecoder decoder = new MemberChangeDecoder();

    public MemberChangeCodec() {
        super(MemberChange.class, new MessageLayout(
            MemberChangeDecoder.SCHEMA_ID, MemberChangeDecoder.SCHEMA_VERSION,
            MemberChangeDecoder.TEMPLATE_ID, MemberChangeDecoder.BLOCK_LENGTH,
            MemberChangeDecoder.kindEncodingOffset() + MemberChangeDecoder.kindEncodingLength()));
    }

    @Override
    protected void check(final MemberChange message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("kind", message.kind, MemberChange.ADD, MemberChange.REPLACE);
        checks.range("node", message.node, 0, ConfigurationCodec.MAX_NODE);
        checks.nodeOrNone("replaced", message.replaced);
        checks.range("length of endpoint", bytes(message).length, 0, ConfigurationCodec.MAX_ENDPOINT);
    }

    @Override
    protected int encode(final MemberChange message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .node((short) message.node)
            .replaced((short) message.replaced)
            .kind((short) message.kind);
        final byte[] endpoint = bytes(message);
        encoder.putEndpoint(endpoint, 0, endpoint.length);
        return encoder.limit();
    }

    @Override
    protected MemberChange decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final int limit = decoder.limit();
        final int length = packet.dataLength(limit, ConfigurationCodec.MAX_ENDPOINT);
        if (length < 0 || !packet.endsAt(PacketView.dataOffset(limit) + length)) {
            return null;
        }
        message.ballot = decoder.ballot();
        message.node = decoder.node();
        message.replaced = decoder.replaced();
        message.kind = decoder.kind();
        message.endpoint = ConfigurationCodec.endpoint(packet.buffer(), PacketView.dataOffset(limit), length);
        if (message.endpoint == null) {
            packet.fail(Cause.MALFORMED);
            return null;
        }
        return message;
    }

    private static byte[] bytes(final MemberChange message) {
        return message.endpoint.getBytes(StandardCharsets.UTF_8);
    }
}
