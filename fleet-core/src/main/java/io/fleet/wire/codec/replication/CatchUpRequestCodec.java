package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.CatchUpRequestDecoder;
import io.fleet.wire.sbe.CatchUpRequestEncoder;

/** {@link CatchUpRequest} in bytes. */
public final class CatchUpRequestCodec
    extends
        FlatCodec<CatchUpRequest, CatchUpRequestEncoder, CatchUpRequestDecoder> {
    public CatchUpRequestCodec() {
        super(new CatchUpRequest(), new CatchUpRequestEncoder(), new CatchUpRequestDecoder(),
            CatchUpRequestDecoder.nonceEncodingOffset() + CatchUpRequestDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final CatchUpRequest message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("fromLsn", message.fromLsn);
        checks.range("offset", message.offset, 0, WireLimits.MAX_BODY);
        checks.number("maxBytes", message.maxBytes);
    }

    @Override
    protected void write(final CatchUpRequest message, final CatchUpRequestEncoder encoder) {
        encoder.fromLsn(message.fromLsn)
            .fromOffset(message.offset)
            .maxBytes(message.maxBytes)
            .nonce(message.nonce);
    }

    @Override
    protected void read(final CatchUpRequestDecoder decoder, final CatchUpRequest message) {
        message.fromLsn = decoder.fromLsn();
        message.offset = decoder.fromOffset();
        message.maxBytes = decoder.maxBytes();
        message.nonce = decoder.nonce();
    }
}
