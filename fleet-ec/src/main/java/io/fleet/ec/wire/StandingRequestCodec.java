package io.fleet.ec.wire;

import io.fleet.ec.message.StandingRequest;
import io.fleet.ec.wire.sbe.BooleanType;
import io.fleet.ec.wire.sbe.StandingRequestDecoder;
import io.fleet.ec.wire.sbe.StandingRequestEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link StandingRequest} in bytes. */
final class StandingRequestCodec extends MessageCodec<StandingRequest> {
    private final StandingRequest message = new StandingRequest();
    private final StandingRequestEncoder encoder = new StandingRequestEncoder();
    private final StandingRequestDecoder decoder = new StandingRequestDecoder();

    StandingRequestCodec() {
        super(StandingRequest.class, new MessageLayout(
            StandingRequestDecoder.SCHEMA_ID, StandingRequestDecoder.SCHEMA_VERSION,
            StandingRequestDecoder.TEMPLATE_ID, StandingRequestDecoder.BLOCK_LENGTH,
            StandingRequestDecoder.usesPayloadsEncodingOffset()
                + StandingRequestDecoder.usesPayloadsEncodingLength()));
    }

    @Override
    protected void check(final StandingRequest message, final FieldChecks checks) {
        checks.number("upTo", message.upTo);
        checks.number("from", message.from);
    }

    @Override
    protected int encode(final StandingRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .life(message.life)
            .upTo(message.upTo)
            .fromIndex(message.from)
            .isListing(message.isListing ? BooleanType.YES : BooleanType.NO)
            .usesPayloads(message.usesPayloads ? BooleanType.YES : BooleanType.NO);
        return encoder.limit();
    }

    @Override
    protected StandingRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.life = decoder.life();
        message.upTo = decoder.upTo();
        message.from = decoder.fromIndex();
        message.isListing = decoder.isListingRaw() == BooleanType.YES.value();
        message.usesPayloads = decoder.usesPayloadsRaw() == BooleanType.YES.value();
        return packet.isYesOrNo(decoder.isListingRaw()) && packet.isYesOrNo(decoder.usesPayloadsRaw())
            && packet.endsAt(decoder.limit()) ? message : null;
    }
}
