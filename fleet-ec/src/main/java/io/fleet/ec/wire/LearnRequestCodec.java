package io.fleet.ec.wire;

import io.fleet.ec.message.LearnRequest;
import io.fleet.ec.wire.sbe.LearnRequestDecoder;
import io.fleet.ec.wire.sbe.LearnRequestEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;

/** {@link LearnRequest} in bytes. */
final class LearnRequestCodec extends FlatCodec<LearnRequest, LearnRequestEncoder, LearnRequestDecoder> {
    LearnRequestCodec() {
        super(new LearnRequest(), new LearnRequestEncoder(), new LearnRequestDecoder(),
            LearnRequestDecoder.fromSlotEncodingOffset() + LearnRequestDecoder.fromSlotEncodingLength());
    }

    @Override
    protected void check(final LearnRequest message, final FieldChecks checks) {
        checks.range("from", message.from, 1, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected void write(final LearnRequest message, final LearnRequestEncoder encoder) {
        encoder.fromSlot(message.from);
    }

    @Override
    protected void read(final LearnRequestDecoder decoder, final LearnRequest message) {
        message.from = decoder.fromSlot();
    }
}
