package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.SnapshotRequestDecoder;
import io.fleet.wire.sbe.SnapshotRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link SnapshotRequest} in bytes. */
public final class SnapshotRequestCodec extends MessageCodec<SnapshotRequest> {
    private final SnapshotRequest message = new SnapshotRequest();
    private final SnapshotRequestEncoder encoder = new SnapshotRequestEncoder();
    private final SnapshotRequestDecoder decoder = new SnapshotRequestDecoder();

    public SnapshotRequestCodec() {
        super(SnapshotRequest.class, new MessageLayout(
            SnapshotRequestDecoder.SCHEMA_ID, SnapshotRequestDecoder.SCHEMA_VERSION,
            SnapshotRequestDecoder.TEMPLATE_ID, SnapshotRequestDecoder.BLOCK_LENGTH,
            SnapshotRequestDecoder.nonceEncodingOffset() + SnapshotRequestDecoder.nonceEncodingLength()));
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
    protected int encode(final SnapshotRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .lsn(message.lsn)
            .totalLength(message.totalLength)
            .checksum(message.checksum)
            .chunkOffset(message.offset)
            .maxBytes(message.maxBytes)
            .nonce(message.nonce);
        return encoder.limit();
    }

    @Override
    protected SnapshotRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.lsn = decoder.lsn();
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.offset = decoder.chunkOffset();
        message.maxBytes = decoder.maxBytes();
        message.nonce = decoder.nonce();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
