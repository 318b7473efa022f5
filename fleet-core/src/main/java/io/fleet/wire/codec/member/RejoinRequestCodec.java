package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.RejoinRequestDecoder;
import io.fleet.wire.sbe.RejoinRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link RejoinRequest} in bytes. */
public final class RejoinRequestCodec extends MessageCodec<RejoinRequest> {
    private final RejoinRequest message = new RejoinRequest();
    private final RejoinRequestEncoder encoder = new RejoinRequestEncoder();
    private final RejoinRequestDecoder decoder = new RejoinRequestDecoder();

    public RejoinRequestCodec() {
        super(RejoinRequest.class, new MessageLayout(
            RejoinRequestDecoder.SCHEMA_ID, RejoinRequestDecoder.SCHEMA_VERSION,
            RejoinRequestDecoder.TEMPLATE_ID, RejoinRequestDecoder.BLOCK_LENGTH,
            RejoinRequestDecoder.nonceEncodingOffset() + RejoinRequestDecoder.nonceEncodingLength()));
    }

    @Override
    protected void check(final RejoinRequest message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
    }

    @Override
    protected int encode(final RejoinRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).nonce(message.nonce);
        return encoder.limit();
    }

    @Override
    protected RejoinRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.nonce = decoder.nonce();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
