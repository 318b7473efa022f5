package io.fleet.wire.codec.client;

import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.TrailingData;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.ReplyBatchDecoder;
import io.fleet.wire.sbe.ReplyBatchEncoder;

/**
 * {@link ReplyBatch} in bytes. The decoded answers are a view into the packet; their frames are checked by whoever
 * reads them.
 */
public final class ReplyBatchCodec extends SbeCodec<ReplyBatch, ReplyBatchEncoder, ReplyBatchDecoder> {
    public ReplyBatchCodec() {
        super(new ReplyBatch(), new ReplyBatchEncoder(), new ReplyBatchDecoder(),
            ReplyBatchDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final ReplyBatch message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
        checks.number("entrySequence", message.entrySequence);
        checks.ballot("ballot", message.ballot);
        checks.nodeOrNone("leader", message.leader);
        checks.number("lsn", message.lsn);
        checks.range("credit", message.credit, 0, Integer.MAX_VALUE);
        checks.number("creditNumber", message.creditNumber);
        checks.range("staleNs", message.staleNs, ReplyBatch.NOT_STALE, Long.MAX_VALUE);
        checks.range("length", message.length, 0, WireLimits.MAX_REPLY_BYTES);
        checks.range("totalLength", message.totalLength, message.length, WireLimits.MAX_REPLY_STREAM);
        checks.range("offset", message.offset, 0, message.totalLength - message.length);
    }

    @Override
    protected void write(final ReplyBatch message, final ReplyBatchEncoder encoder) {
        encoder.batcherId(message.batcherId)
            .entrySequence(message.entrySequence)
            .ballot(message.ballot)
            .totalLength(message.totalLength)
            .replyOffset(message.offset)
            .leader((short) message.leader)
            .lsn(message.lsn)
            .staleNs(message.staleNs)
            .reads(message.reads ? BooleanType.YES : BooleanType.NO)
            .number(message.number)
            .credit(message.credit)
            .creditNumber(message.creditNumber)
            .openParts(message.openParts);
    }

    @Override
    protected void data(final ReplyBatch message, final TrailingData data) {
        data.set(message.buffer, message.bufferOffset, message.length);
    }

    @Override
    protected boolean read(final PacketView packet, final ReplyBatchDecoder decoder, final ReplyBatch message) {
        final int limit = decoder.limit();
        final int length = packet.lastDataLength(limit, WireLimits.MAX_REPLY_BYTES);
        if (length < 0) {
            return false;
        }
        message.batcherId = decoder.batcherId();
        message.entrySequence = decoder.entrySequence();
        message.ballot = decoder.ballot();
        message.leader = decoder.leader();
        message.lsn = decoder.lsn();
        message.staleNs = decoder.staleNs();
        message.reads = decoder.readsRaw() == BooleanType.YES.value();
        message.number = decoder.number();
        message.credit = decoder.credit();
        message.creditNumber = decoder.creditNumber();
        message.openParts = decoder.openParts();
        if (!packet.isYesOrNo(decoder.readsRaw())) {
            return false;
        }
        message.totalLength = decoder.totalLength();
        message.offset = decoder.replyOffset();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.length = length;
        return true;
    }
}
