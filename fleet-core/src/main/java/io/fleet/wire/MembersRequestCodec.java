package io.fleet.wire;

import io.fleet.protocol.message.MembersRequest;
import io.fleet.wire.sbe.MembersRequestDecoder;
import io.fleet.wire.sbe.MembersRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link MembersRequest} in bytes. */
final class MembersRequestCodec extends MessageCodec<MembersRequest> {
    private final MembersRequest message = new MembersRequest();
    private final MembersRequestEncoder encoder = new MembersRequestEncoder();
    private final MembersRequestDecoder decoder = new MembersRequestDecoder();

    MembersRequestCodec() {
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
