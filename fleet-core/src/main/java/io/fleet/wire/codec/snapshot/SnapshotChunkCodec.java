package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.SnapshotChunkDecoder;
import io.fleet.wire.sbe.SnapshotChunkEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link SnapshotChunk} in bytes. The decoded piece is a view into the packet. */
public final class SnapshotChunkCodec extends MessageCodec<SnapshotChunk> {
    private final SnapshotChunk message = new SnapshotChunk();
    private final SnapshotChunkEncoder encoder = new SnapshotChunkEncoder();
    private final SnapshotChunkDecoder decoder = new SnapshotChunkDecoder();

    public SnapshotChunkCodec() {
        super(SnapshotChunk.class, new MessageLayout(
            SnapshotChunkDecoder.SCHEMA_ID, SnapshotChunkDecoder.SCHEMA_VERSION,
            SnapshotChunkDecoder.TEMPLATE_ID, SnapshotChunkDecoder.BLOCK_LENGTH,
            SnapshotChunkDecoder.nonceEncodingOffset() + SnapshotChunkDecoder.nonceEncodingLength()));
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
    protected int encode(final SnapshotChunk message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .lsn(message.lsn)
            .totalLength(message.totalLength)
            .checksum(message.checksum)
            .chunkOffset(message.offset)
            .nonce(message.nonce);
        encoder.putChunk(message.buffer, message.bufferOffset, message.chunkLength);
        return encoder.limit();
    }

    @Override
    protected SnapshotChunk decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final int limit = decoder.limit();
        final int chunkLength = packet.dataLength(limit, SnapshotChunk.MAX_CHUNK);
        if (chunkLength < 0 || !packet.endsAt(PacketView.dataOffset(limit) + chunkLength)) {
            return null;
        }
        message.lsn = decoder.lsn();
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.offset = decoder.chunkOffset();
        message.nonce = decoder.nonce();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.chunkLength = chunkLength;
        return message;
    }
}
