package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.RejoinRequestDecoder;
import io.fleet.wire.sbe.RejoinRequestEncoder;

/** {@link RejoinRequest} in bytes. */
public final class RejoinRequestCodec extends FlatCodec<RejoinRequest, RejoinRequestEncoder, RejoinRequestDecoder> {
    public RejoinRequestCodec() {
        super(new RejoinRequest(), new RejoinRequestEncoder(), new RejoinRequestDecoder(),
            RejoinRequestDecoder.nonceEncodingOffset() + RejoinRequestDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final RejoinRequest message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
    }

    @Override
    protected void write(final RejoinRequest message, final RejoinRequestEncoder encoder) {
        encoder.nonce(message.nonce);
    }

    @Override
    protected void read(final RejoinRequestDecoder decoder, final RejoinRequest message) {
        message.nonce = decoder.nonce();
    }
}
