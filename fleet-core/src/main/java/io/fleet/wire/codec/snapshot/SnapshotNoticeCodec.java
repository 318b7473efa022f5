package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.SnapshotNoticeDecoder;
import io.fleet.wire.sbe.SnapshotNoticeEncoder;

/** {@link SnapshotNotice} in bytes. */
public final class SnapshotNoticeCodec
    extends
        FlatCodec<SnapshotNotice, SnapshotNoticeEncoder, SnapshotNoticeDecoder> {
    public SnapshotNoticeCodec() {
        super(new SnapshotNotice(), new SnapshotNoticeEncoder(), new SnapshotNoticeDecoder(),
            SnapshotNoticeDecoder.wholeEncodingOffset() + SnapshotNoticeDecoder.wholeEncodingLength());
    }

    @Override
    protected void check(final SnapshotNotice message, final FieldChecks checks) {
        checks.number("lsn", message.lsn);
        checks.number("whole", message.whole);
    }

    @Override
    protected void write(final SnapshotNotice message, final SnapshotNoticeEncoder encoder) {
        encoder.lsn(message.lsn).whole(message.whole);
    }

    @Override
    protected void read(final SnapshotNoticeDecoder decoder, final SnapshotNotice message) {
        message.lsn = decoder.lsn();
        message.whole = decoder.whole();
    }
}
