package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.FillRequestDecoder;
import io.fleet.wire.sbe.FillRequestEncoder;

/** {@link FillRequest} in bytes. */
public final class FillRequestCodec extends FlatCodec<FillRequest, FillRequestEncoder, FillRequestDecoder> {
    public FillRequestCodec() {
        super(new FillRequest(), new FillRequestEncoder(), new FillRequestDecoder(),
            FillRequestDecoder.upToEncodingOffset() + FillRequestDecoder.upToEncodingLength());
    }

    @Override
    protected void check(final FillRequest message, final FieldChecks checks) {
        checks.range("upTo", message.upTo, 1, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected void write(final FillRequest message, final FillRequestEncoder encoder) {
        encoder.upTo(message.upTo);
    }

    @Override
    protected void read(final FillRequestDecoder decoder, final FillRequest message) {
        message.upTo = decoder.upTo();
    }
}
