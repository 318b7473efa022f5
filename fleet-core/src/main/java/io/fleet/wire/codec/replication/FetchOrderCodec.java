package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.FetchOrderDecoder;
import io.fleet.wire.sbe.FetchOrderEncoder;

/** {@link FetchOrder} in bytes. */
public final class FetchOrderCodec extends FlatCodec<FetchOrder, FetchOrderEncoder, FetchOrderDecoder> {
    public FetchOrderCodec() {
        super(new FetchOrder(), new FetchOrderEncoder(), new FetchOrderDecoder(),
            FetchOrderDecoder.toLsnEncodingOffset() + FetchOrderDecoder.toLsnEncodingLength());
    }

    @Override
    protected void check(final FetchOrder message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("fromLsn", message.fromLsn);
        checks.range("toLsn", message.toLsn, message.fromLsn, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected void write(final FetchOrder message, final FetchOrderEncoder encoder) {
        encoder.ballot(message.ballot)
            .fromLsn(message.fromLsn)
            .toLsn(message.toLsn);
    }

    @Override
    protected void read(final FetchOrderDecoder decoder, final FetchOrder message) {
        message.ballot = decoder.ballot();
        message.fromLsn = decoder.fromLsn();
        message.toLsn = decoder.toLsn();
    }
}
