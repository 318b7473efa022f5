package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ReadRequestDecoder;
import io.fleet.wire.sbe.ReadRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link ReadRequest} in bytes. The decoded queries are a view into the packet; whoever runs them checks them. */
public final class ReadRequestCodec extends MessageCodec<ReadRequest> {
    private final ReadRequest message = new ReadRequest();
    private final ReadRequestEncoder encoder = new ReadRequestEncoder();
    private final ReadRequestDecoder decoder = new ReadRequestDecoder();

    public ReadRequestCodec() {
        super(ReadRequest.class, new MessageLayout(
            ReadRequestDecoder.SCHEMA_ID, ReadRequestDecoder.SCHEMA_VERSION,
            ReadRequestDecoder.TEMPLATE_ID, ReadRequestDecoder.BLOCK_LENGTH,
            ReadRequestDecoder.levelEncodingOffset() + ReadRequestDecoder.levelEncodingLength()));
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
    protected int encode(final ReadRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .batcherId(message.batcherId)
            .requestId(message.requestId)
            .leastLsn(message.leastLsn)
            .maxStaleMillis(message.maxStaleMillis)
            .level((short) message.level)
            .putQueries(message.buffer, message.bufferOffset, message.length);
        return encoder.limit();
    }

    @Override
    protected ReadRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final int limit = decoder.limit();
        final int length = packet.dataLength(limit, ReadRequest.MAX_BYTES);
        if (length < 0 || !packet.endsAt(PacketView.dataOffset(limit) + length)) {
            return null;
        }
        message.batcherId = decoder.batcherId();
        message.requestId = decoder.requestId();
        message.leastLsn = decoder.leastLsn();
        message.maxStaleMillis = decoder.maxStaleMillis();
        message.level = decoder.level();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.length = length;
        return message;
    }
}
