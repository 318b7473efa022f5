package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.SnapshotRequestDecoder;
import io.fleet.wire.sbe.SnapshotRequestEncoder;

/** {@link SnapshotRequest} in bytes. */
public final class SnapshotRequestCodec
    extends
        FlatCodec<SnapshotRequest, SnapshotRequestEncoder, SnapshotRequestDecoder> {
    public SnapshotRequestCodec() {
        super(new SnapshotRequest(), new SnapshotRequestEncoder(), new SnapshotRequestDecoder(),
            SnapshotRequestDecoder.nonceEncodingOffset() + SnapshotRequestDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final SnapshotRequest message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("lsn", message.lsn);
        checks.number("totalLength", message.totalLength);
        checks.range("offset", message.offset, 0, message.totalLength);
        checks.number("maxBytes", message.maxBytes);
    }

    @Override
    protected void write(final SnapshotRequest message, final SnapshotRequestEncoder encoder) {
        encoder.lsn(message.lsn)
            .totalLength(message.totalLength)
            .checksum(message.checksum)
            .chunkOffset(message.offset)
            .maxBytes(message.maxBytes)
            .nonce(message.nonce);
    }

    @Override
    protected void read(final SnapshotRequestDecoder decoder, final SnapshotRequest message) {
        message.lsn = decoder.lsn();
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.offset = decoder.chunkOffset();
        message.maxBytes = decoder.maxBytes();
        message.nonce = decoder.nonce();
    }
}
