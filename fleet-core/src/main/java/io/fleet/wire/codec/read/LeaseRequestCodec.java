package io.fleet.wire.codec.read;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.LeaseRequestDecoder;
import io.fleet.wire.sbe.LeaseRequestEncoder;

/** {@link LeaseRequest} in bytes. */
public final class LeaseRequestCodec extends FlatCodec<LeaseRequest, LeaseRequestEncoder, LeaseRequestDecoder> {
    public LeaseRequestCodec() {
        super(new LeaseRequest(), new LeaseRequestEncoder(), new LeaseRequestDecoder(),
            LeaseRequestDecoder.maxDriftPpmEncodingOffset() + LeaseRequestDecoder.maxDriftPpmEncodingLength());
    }

    @Override
    protected void check(final LeaseRequest message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("configuration", message.configuration);
        checks.number("round", message.round);
        checks.range("millis", message.millis, LeaseRequest.RELEASE, LeaseConfig.MAX_MILLIS);
        checks.range("maxDriftPpm", message.maxDriftPpm, 0, LeaseConfig.MAX_PPM);
    }

    @Override
    protected void write(final LeaseRequest message, final LeaseRequestEncoder encoder) {
        encoder.ballot(message.ballot)
            .configuration(message.configuration)
            .round(message.round)
            .millis(message.millis)
            .maxDriftPpm(message.maxDriftPpm);
    }

    @Override
    protected void read(final LeaseRequestDecoder decoder, final LeaseRequest message) {
        message.ballot = decoder.ballot();
        message.configuration = decoder.configuration();
        message.round = decoder.round();
        message.millis = decoder.millis();
        message.maxDriftPpm = decoder.maxDriftPpm();
    }
}
