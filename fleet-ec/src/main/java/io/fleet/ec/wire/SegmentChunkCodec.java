package io.fleet.ec.wire;

import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.wire.sbe.BooleanType;
import io.fleet.ec.wire.sbe.SegmentChunkDecoder;
import io.fleet.ec.wire.sbe.SegmentChunkEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link SegmentChunk} in bytes. The decoded chunk is a view into the packet. */
final class SegmentChunkCodec extends MessageCodec<SegmentChunk> {
    private final SegmentChunk message = new SegmentChunk();
    private final SegmentChunkEncoder encoder = new SegmentChunkEncoder();
    private final SegmentChunkDecoder decoder = new SegmentChunkDecoder();

    SegmentChunkCodec() {
        super(SegmentChunk.class, new MessageLayout(
            SegmentChunkDecoder.SCHEMA_ID, SegmentChunkDecoder.SCHEMA_VERSION,
            SegmentChunkDecoder.TEMPLATE_ID, SegmentChunkDecoder.BLOCK_LENGTH,
            SegmentChunkDecoder.isCopyEncodingOffset() + SegmentChunkDecoder.isCopyEncodingLength()));
    }

    @Override
    protected void check(final SegmentChunk message, final FieldChecks checks) {
        EntryNameFields.checkEntry(message.name, checks);
        checks.range("totalLength", message.totalLength, 1, SegmentChunk.MAX_PART);
        checks.range("offset", message.offset, 0, message.totalLength - 1L);
        checks.range("offset % " + SegmentChunk.MAX_CHUNK, message.offset % SegmentChunk.MAX_CHUNK, 0, 0);
        final int length = SegmentChunk.lengthAt(message.totalLength, message.offset);
        checks.range("chunkLength", message.chunkLength, length, length);
    }

    @Override
    protected int encode(final SegmentChunk message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .totalLength(message.totalLength)
            .checksum(message.checksum)
            .chunkOffset(message.offset)
            .isCopy(message.isCopy ? BooleanType.YES : BooleanType.NO);
        EntryNameFields.write(message.name, encoder.name());
        encoder.putChunk(message.buffer, message.bufferOffset, message.chunkLength);
        return encoder.limit();
    }

    @Override
    protected SegmentChunk decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final int limit = decoder.limit();
        final int chunkLength = packet.dataLength(limit, SegmentChunk.MAX_CHUNK);
        if (chunkLength < 0 || !packet.endsAt(PacketView.dataOffset(limit) + chunkLength)
            || !packet.isYesOrNo(decoder.isCopyRaw())) {
            return null;
        }
        EntryNameFields.read(decoder.name(), message.name);
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.offset = decoder.chunkOffset();
        message.isCopy = decoder.isCopy() == BooleanType.YES;
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.chunkLength = chunkLength;
        return message;
    }
}
