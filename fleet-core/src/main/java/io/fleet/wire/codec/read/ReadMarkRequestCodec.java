package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.ReadMarkRequestDecoder;
import io.fleet.wire.sbe.ReadMarkRequestEncoder;

/** {@link ReadMarkRequest} in bytes. */
public final class ReadMarkRequestCodec
    extends
        FlatCodec<ReadMarkRequest, ReadMarkRequestEncoder, ReadMarkRequestDecoder> {
    public ReadMarkRequestCodec() {
        super(new ReadMarkRequest(), new ReadMarkRequestEncoder(), new ReadMarkRequestDecoder(),
            ReadMarkRequestDecoder.roundEncodingOffset() + ReadMarkRequestDecoder.roundEncodingLength());
    }

    @Override
    protected void check(final ReadMarkRequest message, final FieldChecks checks) {
        // Any number names a round.
    }

    @Override
    protected void write(final ReadMarkRequest message, final ReadMarkRequestEncoder encoder) {
        encoder.round(message.round);
    }

    @Override
    protected void read(final ReadMarkRequestDecoder decoder, final ReadMarkRequest message) {
        message.round = decoder.round();
    }
}
