package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.SnapshotOfferDecoder;
import io.fleet.wire.sbe.SnapshotOfferEncoder;

/** {@link SnapshotOffer} in bytes. */
public final class SnapshotOfferCodec extends FlatCodec<SnapshotOffer, SnapshotOfferEncoder, SnapshotOfferDecoder> {
    public SnapshotOfferCodec() {
        super(new SnapshotOffer(), new SnapshotOfferEncoder(), new SnapshotOfferDecoder(),
            SnapshotOfferDecoder.nonceEncodingOffset() + SnapshotOfferDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final SnapshotOffer message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("lsn", message.lsn);
        checks.number("totalLength", message.totalLength);
    }

    @Override
    protected void write(final SnapshotOffer message, final SnapshotOfferEncoder encoder) {
        encoder.lsn(message.lsn)
            .totalLength(message.totalLength)
            .checksum(message.checksum)
            .nonce(message.nonce);
    }

    @Override
    protected void read(final SnapshotOfferDecoder decoder, final SnapshotOffer message) {
        message.lsn = decoder.lsn();
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.nonce = decoder.nonce();
    }
}
