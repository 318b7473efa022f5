package io.fleet.wire.codec.member;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.membership.QuorumCodec;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.sbe.MemberChangeDecoder;
import io.fleet.wire.sbe.MemberChangeEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** {@link MemberChange} in bytes. */
public final class MemberChangeCodec extends SbeCodec<MemberChange, MemberChangeEncoder, MemberChangeDecoder> {
    public MemberChangeCodec() {
        super(new MemberChange(), new MemberChangeEncoder(), new MemberChangeDecoder(),
            MemberChangeDecoder.kindEncodingOffset() + MemberChangeDecoder.kindEncodingLength());
    }

    @Override
    protected void check(final MemberChange message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("kind", message.kind, MemberChange.ADD, MemberChange.QUORUMS);
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
        final boolean isForQuorums = message.kind == MemberChange.QUORUMS;
        final int offset = PacketView.dataOffset(limit);
        message.endpoint = isForQuorums ? "" : ConfigurationCodec.endpoint(packet.buffer(), offset, length);
        message.quorums = isForQuorums ? QuorumCodec.decodeWhole(packet.buffer(), offset, length)
            : QuorumLayout.majority();
        if (message.endpoint == null || message.quorums == null) {
            packet.fail(Cause.MALFORMED);
            return false;
        }
        return true;
    }

    /** The address of the one that comes, or how the voters are to count. */
    private static byte[] bytes(final MemberChange message) {
        if (message.kind == MemberChange.QUORUMS) {
            final byte[] bytes = new byte[QuorumCodec.MAX_LENGTH + 1];
            return Arrays.copyOf(bytes, QuorumCodec.encodeWhole(message.quorums, new UnsafeBuffer(bytes), 0));
        }
        return message.endpoint.getBytes(StandardCharsets.UTF_8);
    }
}
