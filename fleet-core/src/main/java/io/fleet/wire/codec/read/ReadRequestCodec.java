package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.TrailingData;
import io.fleet.wire.sbe.ReadRequestDecoder;
import io.fleet.wire.sbe.ReadRequestEncoder;

/** {@link ReadRequest} in bytes. The decoded queries are a view into the packet; whoever runs them checks them. */
public final class ReadRequestCodec extends SbeCodec<ReadRequest, ReadRequestEncoder, ReadRequestDecoder> {
    public ReadRequestCodec() {
        super(new ReadRequest(), new ReadRequestEncoder(), new ReadRequestDecoder(),
            ReadRequestDecoder.levelEncodingOffset() + ReadRequestDecoder.levelEncodingLength());
    }

    @Override
    protected void check(final ReadRequest message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
        checks.range("requestId", message.requestId, 1, Long.MAX_VALUE);
        checks.number("leastLsn", message.leastLsn);
        checks.range("maxStaleMillis", message.maxStaleMillis, 0, Integer.MAX_VALUE);
        checks.range("level", message.level, 0, ReadRequest.MAX_LEVEL);
        checks.range("length", message.length, 1, ReadRequest.MAX_BYTES);
    }

    @Override
    protected void write(final ReadRequest message, final ReadRequestEncoder encoder) {
        encoder.batcherId(message.batcherId)
            .requestId(message.requestId)
            .leastLsn(message.leastLsn)
            .maxStaleMillis(message.maxStaleMillis)
            .level((short) message.level);
    }

    @Override
    protected void data(final ReadRequest message, final TrailingData data) {
        data.set(message.buffer, message.bufferOffset, message.length);
    }

    @Override
    protected boolean read(final PacketView packet, final ReadRequestDecoder decoder, final ReadRequest message) {
        final int limit = decoder.limit();
        final int length = packet.lastDataLength(limit, ReadRequest.MAX_BYTES);
        if (length < 0) {
            return false;
        }
        message.batcherId = decoder.batcherId();
        message.requestId = decoder.requestId();
        message.leastLsn = decoder.leastLsn();
        message.maxStaleMillis = decoder.maxStaleMillis();
        message.level = decoder.level();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.length = length;
        return true;
    }
}
