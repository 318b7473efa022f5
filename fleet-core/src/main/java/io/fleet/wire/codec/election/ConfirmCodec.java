package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.Confirm;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.ConfirmDecoder;
import io.fleet.wire.sbe.ConfirmEncoder;

/** {@link Confirm} in bytes. */
public final class ConfirmCodec extends FlatCodec<Confirm, ConfirmEncoder, ConfirmDecoder> {
    public ConfirmCodec() {
        super(new Confirm(), new ConfirmEncoder(), new ConfirmDecoder(),
            ConfirmDecoder.ballotEncodingOffset() + ConfirmDecoder.ballotEncodingLength());
    }

    @Override
    protected void check(final Confirm message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
    }

    @Override
    protected void write(final Confirm message, final ConfirmEncoder encoder) {
        encoder.ballot(message.ballot);
    }

    @Override
    protected void read(final ConfirmDecoder decoder, final Confirm message) {
        message.ballot = decoder.ballot();
    }
}
