package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.MembersRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.MembersRequestDecoder;
import io.fleet.wire.sbe.MembersRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link MembersRequest} in bytes. */
public final class MembersRequestCodec extends MessageCodec<MembersRequest> {
    private final MembersRequest message = new MembersRequest();
    private final MembersRequestEncoder encoder = new MembersRequestEncoder();
    private final MembersRequestDecoder decoder = new MembersRequestDecoder();

    public MembersRequestCodec() {
        super(MembersRequest.class, new MessageLayout(
            MembersRequestDecoder.SCHEMA_ID, MembersRequestDecoder.SCHEMA_VERSION,
            MembersRequestDecoder.TEMPLATE_ID, MembersRequestDecoder.BLOCK_LENGTH,
            MembersRequestDecoder.nonceEncodingOffset() + MembersRequestDecoder.nonceEncodingLength()));
    }

    @Override
    protected void check(final MembersRequest message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("configuration", message.configuration);
    }

    @Override
    protected int encode(final MembersRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .configuration(message.configuration)
            .nonce(message.nonce);
        return encoder.limit();
    }

    @Override
    protected MembersRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.configuration = decoder.configuration();
        message.nonce = decoder.nonce();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
