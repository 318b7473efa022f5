package io.fleet.wire.codec.read;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.SubLeaseDecoder;
import io.fleet.wire.sbe.SubLeaseEncoder;
import java.util.concurrent.TimeUnit;

/** {@link SubLease} in bytes. */
public final class SubLeaseCodec extends FlatCodec<SubLease, SubLeaseEncoder, SubLeaseDecoder> {
    public SubLeaseCodec() {
        super(new SubLease(), new SubLeaseEncoder(), new SubLeaseDecoder(),
            SubLeaseDecoder.releasedEncodingOffset() + SubLeaseDecoder.releasedEncodingLength());
    }

    @Override
    protected void check(final SubLease message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("round", message.round);
        checks.range("nanos", message.nanos, 0, TimeUnit.MILLISECONDS.toNanos(LeaseConfig.MAX_MILLIS));
        checks.number("floor", message.floor);
        checks.number("released", message.released);
    }

    @Override
    protected void write(final SubLease message, final SubLeaseEncoder encoder) {
        encoder.ballot(message.ballot)
            .start(message.start)
            .round(message.round)
            .nanos(message.nanos)
            .floor(message.floor)
            .released(message.released);
    }

    @Override
    protected void read(final SubLeaseDecoder decoder, final SubLease message) {
        message.ballot = decoder.ballot();
        message.start = decoder.start();
        message.round = decoder.round();
        message.nanos = decoder.nanos();
        message.floor = decoder.floor();
        message.released = decoder.released();
    }
}
