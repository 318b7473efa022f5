package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.LeaseGrantDecoder;
import io.fleet.wire.sbe.LeaseGrantEncoder;

/** {@link LeaseGrant} in bytes. */
public final class LeaseGrantCodec extends FlatCodec<LeaseGrant, LeaseGrantEncoder, LeaseGrantDecoder> {
    public LeaseGrantCodec() {
        super(new LeaseGrant(), new LeaseGrantEncoder(), new LeaseGrantDecoder(),
            LeaseGrantDecoder.roundEncodingOffset() + LeaseGrantDecoder.roundEncodingLength());
    }

    @Override
    protected void check(final LeaseGrant message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("round", message.round);
    }

    @Override
    protected void write(final LeaseGrant message, final LeaseGrantEncoder encoder) {
        encoder.ballot(message.ballot)
            .round(message.round);
    }

    @Override
    protected void read(final LeaseGrantDecoder decoder, final LeaseGrant message) {
        message.ballot = decoder.ballot();
        message.round = decoder.round();
    }
}
