package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.TrailingData;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.EntryBodyDecoder;
import io.fleet.wire.sbe.EntryBodyEncoder;

/** {@link EntryBody} in bytes. The decoded chunk is a view into the packet. */
public final class EntryBodyCodec extends SbeCodec<EntryBody, EntryBodyEncoder, EntryBodyDecoder> {
    public EntryBodyCodec() {
        super(new EntryBody(), new EntryBodyEncoder(), new EntryBodyDecoder(),
            EntryBodyDecoder.partEncodingOffset() + EntryBodyDecoder.partEncodingLength());
    }

    @Override
    protected void check(final EntryBody message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
        checks.number("sequence", message.sequence);
        checks.ballot("targetBallot", message.targetBallot);
        checks.nodeOrNone("replier", message.replier);
        checks.range("wanted", message.wanted, 0, Integer.MAX_VALUE);
        checks.range("part", message.part, EntryBody.EVERYONE, EntryBody.MAX_PART);
        checks.range("totalLength", message.totalLength, 0, WireLimits.MAX_LONG_BODY);
        checks.range("chunkLength", message.chunkLength, Math.min(1, message.totalLength), EntryBody.MAX_CHUNK);
        checks.range("offset", message.offset, 0, (long) message.totalLength - message.chunkLength);
    }

    @Override
    protected void write(final EntryBody message, final EntryBodyEncoder encoder) {
        encoder.batcherId(message.batcherId)
            .sequence(message.sequence)
            .targetBallot(message.targetBallot)
            .digest(message.digest)
            .totalLength(message.totalLength)
            .chunkOffset(message.offset)
            .replier((short) message.replier)
            .wanted(message.wanted)
            .part((byte) message.part);
    }

    @Override
    protected void data(final EntryBody message, final TrailingData data) {
        data.set(message.buffer, message.bufferOffset, message.chunkLength);
    }

    @Override
    protected boolean read(final PacketView packet, final EntryBodyDecoder decoder, final EntryBody message) {
        final int limit = decoder.limit();
        final int chunkLength = packet.lastDataLength(limit, EntryBody.MAX_CHUNK);
        if (chunkLength < 0) {
            return false;
        }
        message.batcherId = decoder.batcherId();
        message.sequence = decoder.sequence();
        message.targetBallot = decoder.targetBallot();
        message.digest = decoder.digest();
        message.totalLength = decoder.totalLength();
        message.offset = decoder.chunkOffset();
        message.replier = decoder.replier();
        message.wanted = decoder.wanted();
        message.part = decoder.part();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.chunkLength = chunkLength;
        return true;
    }
}
