package io.fleet.ec.wire;

import io.fleet.ec.message.StandingRequest;
import io.fleet.ec.wire.sbe.BooleanType;
import io.fleet.ec.wire.sbe.StandingRequestDecoder;
import io.fleet.ec.wire.sbe.StandingRequestEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.PacketView;

/** {@link StandingRequest} in bytes. */
final class StandingRequestCodec extends FlatCodec<StandingRequest, StandingRequestEncoder, StandingRequestDecoder> {
    StandingRequestCodec() {
        super(new StandingRequest(), new StandingRequestEncoder(), new StandingRequestDecoder(),
            StandingRequestDecoder.usesPayloadsEncodingOffset() + StandingRequestDecoder.usesPayloadsEncodingLength());
    }

    @Override
    protected void check(final StandingRequest message, final FieldChecks checks) {
        checks.number("upTo", message.upTo);
        checks.number("from", message.from);
    }

    @Override
    protected void write(final StandingRequest message, final StandingRequestEncoder encoder) {
        encoder.life(message.life)
            .upTo(message.upTo)
            .fromIndex(message.from)
            .isListing(message.isListing ? BooleanType.YES : BooleanType.NO)
            .usesPayloads(message.usesPayloads ? BooleanType.YES : BooleanType.NO);
    }

    @Override
    protected void read(final StandingRequestDecoder decoder, final StandingRequest message) {
        message.life = decoder.life();
        message.upTo = decoder.upTo();
        message.from = decoder.fromIndex();
        message.isListing = decoder.isListingRaw() == BooleanType.YES.value();
        message.usesPayloads = decoder.usesPayloadsRaw() == BooleanType.YES.value();
    }

    @Override
    protected boolean isWhole(final PacketView packet, final StandingRequestDecoder decoder) {
        return packet.isYesOrNo(decoder.isListingRaw()) && packet.isYesOrNo(decoder.usesPayloadsRaw());
    }
}
