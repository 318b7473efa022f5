package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.SnapshotOfferDecoder;
import io.fleet.wire.sbe.SnapshotOfferEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link SnapshotOffer} in bytes. */
public final class SnapshotOfferCodec extends MessageCodec<SnapshotOffer> {
    private final SnapshotOffer message = new SnapshotOffer();
    private final SnapshotOfferEncoder encoder = new SnapshotOfferEncoder();
    private final SnapshotOfferDecoder decoder = new SnapshotOfferDecoder();

    public SnapshotOfferCodec() {
        super(SnapshotOffer.class, new MessageLayout(
            SnapshotOfferDecoder.SCHEMA_ID, SnapshotOfferDecoder.SCHEMA_VERSION,
            SnapshotOfferDecoder.TEMPLATE_ID, SnapshotOfferDecoder.BLOCK_LENGTH,
            SnapshotOfferDecoder.nonceEncodingOffset() + SnapshotOfferDecoder.nonceEncodingLength()));
    }

    @Override
    protected void check(final SnapshotOffer message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("lsn", message.lsn);
        checks.number("totalLength", message.totalLength);
    }

    @Override
    protected int encode(final SnapshotOffer message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .lsn(message.lsn)
            .totalLength(message.totalLength)
            .checksum(message.checksum)
            .nonce(message.nonce);
        return encoder.limit();
    }

    @Override
    protected SnapshotOffer decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.lsn = decoder.lsn();
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.nonce = decoder.nonce();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
