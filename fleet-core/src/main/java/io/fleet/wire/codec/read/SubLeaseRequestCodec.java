package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.SubLeaseRequestDecoder;
import io.fleet.wire.sbe.SubLeaseRequestEncoder;

/** {@link SubLeaseRequest} in bytes. */
public final class SubLeaseRequestCodec
    extends
        FlatCodec<SubLeaseRequest, SubLeaseRequestEncoder, SubLeaseRequestDecoder> {
    public SubLeaseRequestCodec() {
        super(new SubLeaseRequest(), new SubLeaseRequestEncoder(), new SubLeaseRequestDecoder(),
            SubLeaseRequestDecoder.kindEncodingOffset() + SubLeaseRequestDecoder.kindEncodingLength());
    }

    @Override
    protected void check(final SubLeaseRequest message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("round", message.round);
        checks.number("applied", message.applied);
        checks.range("kind", message.kind, SubLeaseRequest.ASK, SubLeaseRequest.GIVE_BACK);
    }

    @Override
    protected void write(final SubLeaseRequest message, final SubLeaseRequestEncoder encoder) {
        encoder.ballot(message.ballot)
            .start(message.start)
            .round(message.round)
            .applied(message.applied)
            .kind(message.kind);
    }

    @Override
    protected void read(final SubLeaseRequestDecoder decoder, final SubLeaseRequest message) {
        message.ballot = decoder.ballot();
        message.start = decoder.start();
        message.round = decoder.round();
        message.applied = decoder.applied();
        message.kind = decoder.kind();
    }
}
