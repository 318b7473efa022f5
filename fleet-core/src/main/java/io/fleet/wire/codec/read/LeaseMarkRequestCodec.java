package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.LeaseMarkRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.LeaseMarkRequestDecoder;
import io.fleet.wire.sbe.LeaseMarkRequestEncoder;

/** {@link LeaseMarkRequest} in bytes. */
public final class LeaseMarkRequestCodec
    extends
        FlatCodec<LeaseMarkRequest, LeaseMarkRequestEncoder, LeaseMarkRequestDecoder> {
    public LeaseMarkRequestCodec() {
        super(new LeaseMarkRequest(), new LeaseMarkRequestEncoder(), new LeaseMarkRequestDecoder(),
            LeaseMarkRequestDecoder.roundEncodingOffset() + LeaseMarkRequestDecoder.roundEncodingLength());
    }

    @Override
    protected void check(final LeaseMarkRequest message, final FieldChecks checks) {
        // Any number names a question.
    }

    @Override
    protected void write(final LeaseMarkRequest message, final LeaseMarkRequestEncoder encoder) {
        encoder.round(message.round);
    }

    @Override
    protected void read(final LeaseMarkRequestDecoder decoder, final LeaseMarkRequest message) {
        message.round = decoder.round();
    }
}
