package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.StateDigest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.StateDigestDecoder;
import io.fleet.wire.sbe.StateDigestEncoder;

/** {@link StateDigest} in bytes. */
public final class StateDigestCodec extends FlatCodec<StateDigest, StateDigestEncoder, StateDigestDecoder> {
    public StateDigestCodec() {
        super(new StateDigest(), new StateDigestEncoder(), new StateDigestDecoder(),
            StateDigestDecoder.stateEncodingOffset() + StateDigestDecoder.stateEncodingLength());
    }

    @Override
    protected void check(final StateDigest message, final FieldChecks checks) {
        checks.number("lsn", message.lsn);
    }

    @Override
    protected void write(final StateDigest message, final StateDigestEncoder encoder) {
        encoder.lsn(message.lsn)
            .form(message.version)
            .digest(message.digest)
            .state(message.state);
    }

    @Override
    protected void read(final StateDigestDecoder decoder, final StateDigest message) {
        message.lsn = decoder.lsn();
        message.version = decoder.form();
        message.digest = decoder.digest();
        message.state = decoder.state();
    }
}
