package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.TrailingData;
import io.fleet.wire.sbe.SnapshotChunkDecoder;
import io.fleet.wire.sbe.SnapshotChunkEncoder;

/** {@link SnapshotChunk} in bytes. The decoded piece is a view into the packet. */
public final class SnapshotChunkCodec extends SbeCodec<SnapshotChunk, SnapshotChunkEncoder, SnapshotChunkDecoder> {
    public SnapshotChunkCodec() {
        super(new SnapshotChunk(), new SnapshotChunkEncoder(), new SnapshotChunkDecoder(),
            SnapshotChunkDecoder.nonceEncodingOffset() + SnapshotChunkDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final SnapshotChunk message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("lsn", message.lsn);
        checks.number("totalLength", message.totalLength);
        checks.range("chunkLength", message.chunkLength, 1, SnapshotChunk.MAX_CHUNK);
        checks.range("offset", message.offset, 0, message.totalLength - message.chunkLength);
    }

    @Override
    protected void write(final SnapshotChunk message, final SnapshotChunkEncoder encoder) {
        encoder.lsn(message.lsn)
            .totalLength(message.totalLength)
            .checksum(message.checksum)
            .chunkOffset(message.offset)
            .nonce(message.nonce);
    }

    @Override
    protected void data(final SnapshotChunk message, final TrailingData data) {
        data.set(message.buffer, message.bufferOffset, message.chunkLength);
    }

    @Override
    protected boolean read(final PacketView packet, final SnapshotChunkDecoder decoder, final SnapshotChunk message) {
        final int limit = decoder.limit();
        final int chunkLength = packet.lastDataLength(limit, SnapshotChunk.MAX_CHUNK);
        if (chunkLength < 0) {
            return false;
        }
        message.lsn = decoder.lsn();
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.offset = decoder.chunkOffset();
        message.nonce = decoder.nonce();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.chunkLength = chunkLength;
        return true;
    }
}
