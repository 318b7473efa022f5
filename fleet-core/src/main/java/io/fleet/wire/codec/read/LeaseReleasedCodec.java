package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.LeaseReleased;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.LeaseReleasedDecoder;
import io.fleet.wire.sbe.LeaseReleasedEncoder;

/** {@link LeaseReleased} in bytes. */
public final class LeaseReleasedCodec extends FlatCodec<LeaseReleased, LeaseReleasedEncoder, LeaseReleasedDecoder> {
    public LeaseReleasedCodec() {
        super(new LeaseReleased(), new LeaseReleasedEncoder(), new LeaseReleasedDecoder(),
            LeaseReleasedDecoder.releasedEncodingOffset() + LeaseReleasedDecoder.releasedEncodingLength());
    }

    @Override
    protected void check(final LeaseReleased message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("released", message.released);
    }

    @Override
    protected void write(final LeaseReleased message, final LeaseReleasedEncoder encoder) {
        encoder.ballot(message.ballot)
            .released(message.released);
    }

    @Override
    protected void read(final LeaseReleasedDecoder decoder, final LeaseReleased message) {
        message.ballot = decoder.ballot();
        message.released = decoder.released();
    }
}
