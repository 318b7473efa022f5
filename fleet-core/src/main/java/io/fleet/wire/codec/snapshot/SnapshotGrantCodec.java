package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.SnapshotGrantDecoder;
import io.fleet.wire.sbe.SnapshotGrantEncoder;

/** {@link SnapshotGrant} in bytes. */
public final class SnapshotGrantCodec extends FlatCodec<SnapshotGrant, SnapshotGrantEncoder, SnapshotGrantDecoder> {
    public SnapshotGrantCodec() {
        super(new SnapshotGrant(), new SnapshotGrantEncoder(), new SnapshotGrantDecoder(),
            SnapshotGrantDecoder.upToEncodingOffset() + SnapshotGrantDecoder.upToEncodingLength());
    }

    @Override
    protected void check(final SnapshotGrant message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("upTo", message.upTo);
    }

    @Override
    protected void write(final SnapshotGrant message, final SnapshotGrantEncoder encoder) {
        encoder.ballot(message.ballot).upTo(message.upTo);
    }

    @Override
    protected void read(final SnapshotGrantDecoder decoder, final SnapshotGrant message) {
        message.ballot = decoder.ballot();
        message.upTo = decoder.upTo();
    }
}
