package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.Confirmation;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.ConfirmationDecoder;
import io.fleet.wire.sbe.ConfirmationEncoder;

/** {@link Confirmation} in bytes. */
public final class ConfirmationCodec extends FlatCodec<Confirmation, ConfirmationEncoder, ConfirmationDecoder> {
    public ConfirmationCodec() {
        super(new Confirmation(), new ConfirmationEncoder(), new ConfirmationDecoder(),
            ConfirmationDecoder.risenEncodingOffset() + ConfirmationDecoder.risenEncodingLength());
    }

    @Override
    protected void check(final Confirmation message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("clock", message.clockMillis, 0, FieldChecks.MAX_TIMESTAMP);
        checks.range("risen", message.risenMillisAgo, -1, FieldChecks.MAX_TIMESTAMP);
    }

    @Override
    protected void write(final Confirmation message, final ConfirmationEncoder encoder) {
        encoder.ballot(message.ballot).voterId(message.voterId)
            .clock(message.clockMillis).risen(message.risenMillisAgo);
    }

    @Override
    protected void read(final ConfirmationDecoder decoder, final Confirmation message) {
        message.ballot = decoder.ballot();
        message.voterId = decoder.voterId();
        message.clockMillis = decoder.clock();
        message.risenMillisAgo = decoder.risen();
    }
}
