package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.StaleBallotDecoder;
import io.fleet.wire.sbe.StaleBallotEncoder;

/** {@link StaleBallot} in bytes. */
public final class StaleBallotCodec extends FlatCodec<StaleBallot, StaleBallotEncoder, StaleBallotDecoder> {
    public StaleBallotCodec() {
        super(new StaleBallot(), new StaleBallotEncoder(), new StaleBallotDecoder(),
            StaleBallotDecoder.promisedEncodingOffset() + StaleBallotDecoder.promisedEncodingLength());
    }

    @Override
    protected void check(final StaleBallot message, final FieldChecks checks) {
        checks.ballot("refused", message.refused);
        checks.ballot("promised", message.promised);
    }

    @Override
    protected void write(final StaleBallot message, final StaleBallotEncoder encoder) {
        encoder.refused(message.refused)
            .promised(message.promised);
    }

    @Override
    protected void read(final StaleBallotDecoder decoder, final StaleBallot message) {
        message.refused = decoder.refused();
        message.promised = decoder.promised();
    }
}
