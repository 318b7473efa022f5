package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.BirthRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.BirthRequestDecoder;
import io.fleet.wire.sbe.BirthRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link BirthRequest} in bytes. */
public final class BirthRequestCodec extends MessageCodec<BirthRequest> {
    private final BirthRequest message = new BirthRequest();
    private final BirthRequestEncoder encoder = new BirthRequestEncoder();
    private final BirthRequestDecoder decoder = new BirthRequestDecoder();

    public BirthRequestCodec() {
        super(BirthRequest.class, new MessageLayout(
            BirthRequestDecoder.SCHEMA_ID, BirthRequestDecoder.SCHEMA_VERSION,
            BirthRequestDecoder.TEMPLATE_ID, BirthRequestDecoder.BLOCK_LENGTH,
            BirthRequestDecoder.BLOCK_LENGTH));
    }

    @Override
    public MessageScope scope() {
        return MessageScope.UNBORN;
    }

    @Override
    protected void check(final BirthRequest message, final FieldChecks checks) {
        checks.range("to", message.to, 0, WireLimits.MAX_NODE_ID);
    }

    @Override
    protected int encode(final BirthRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).nonce(message.nonce).to((short) message.to);
        return encoder.limit();
    }

    @Override
    protected BirthRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.nonce = decoder.nonce();
        message.to = decoder.to();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
