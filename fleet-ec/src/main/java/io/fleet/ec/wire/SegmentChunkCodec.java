package io.fleet.ec.wire;

import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.wire.sbe.BooleanType;
import io.fleet.ec.wire.sbe.SegmentChunkDecoder;
import io.fleet.ec.wire.sbe.SegmentChunkEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.TrailingData;

/** {@link SegmentChunk} in bytes. The decoded chunk is a view into the packet. */
final class SegmentChunkCodec extends SbeCodec<SegmentChunk, SegmentChunkEncoder, SegmentChunkDecoder> {

    SegmentChunkCodec() {
        super(new SegmentChunk(), new SegmentChunkEncoder(), new SegmentChunkDecoder(),
            SegmentChunkDecoder.isCopyEncodingOffset() + SegmentChunkDecoder.isCopyEncodingLength());
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
    protected void write(final SegmentChunk message, final SegmentChunkEncoder encoder) {
        encoder.totalLength(message.totalLength)
            .checksum(message.checksum)
            .chunkOffset(message.offset)
            .isCopy(message.isCopy ? BooleanType.YES : BooleanType.NO);
        EntryNameFields.write(message.name, encoder.name());
    }

    @Override
    protected void data(final SegmentChunk message, final TrailingData data) {
        data.set(message.buffer, message.bufferOffset, message.chunkLength);
    }

    @Override
    protected boolean read(final PacketView packet, final SegmentChunkDecoder decoder, final SegmentChunk message) {
        final int limit = decoder.limit();
        final int chunkLength = packet.dataLength(limit, SegmentChunk.MAX_CHUNK);
        if (chunkLength < 0 || !packet.endsAt(PacketView.dataOffset(limit) + chunkLength)
            || !packet.isYesOrNo(decoder.isCopyRaw())) {
            return false;
        }
        EntryNameFields.read(decoder.name(), message.name);
        message.totalLength = decoder.totalLength();
        message.checksum = decoder.checksum();
        message.offset = decoder.chunkOffset();
        message.isCopy = decoder.isCopy() == BooleanType.YES;
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.chunkLength = chunkLength;
        return true;
    }
}
