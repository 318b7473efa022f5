package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.FetchBodyDecoder;
import io.fleet.wire.sbe.FetchBodyEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link FetchBody} in bytes. */
public final class FetchBodyCodec extends MessageCodec<FetchBody> {
    private static final int LEAST_LINE_LENGTH = FetchBodyDecoder.BodiesDecoder.sequenceEncodingOffset()
        + FetchBodyDecoder.BodiesDecoder.sequenceEncodingLength();

    private final FetchBody message = new FetchBody();
    private final FetchBodyEncoder encoder = new FetchBodyEncoder();
    private final FetchBodyDecoder decoder = new FetchBodyDecoder();

    public FetchBodyCodec() {
        super(FetchBody.class, new MessageLayout(
            FetchBodyDecoder.SCHEMA_ID, FetchBodyDecoder.SCHEMA_VERSION,
            FetchBodyDecoder.TEMPLATE_ID, FetchBodyDecoder.BLOCK_LENGTH,
            FetchBodyDecoder.envelopeEncodingOffset() + FetchBodyDecoder.envelopeEncodingLength()));
    }

    @Override
    protected void check(final FetchBody message, final FieldChecks checks) {
        checks.range("count", message.count, 0, FetchBody.MAX_BODIES);
        final int count = Math.min(message.count, FetchBody.MAX_BODIES);
        for (int i = 0; i < count; i++) {
            checks.number("lsn", message.lsn[i]);
            checks.batcher("batcherId", message.batcherId[i]);
            checks.number("sequence", message.sequence[i]);
            checks.range("offset", message.offset[i], 0, WireLimits.MAX_BODY);
        }
    }

    @Override
    protected int encode(final FetchBody message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET);
        final FetchBodyEncoder.BodiesEncoder lines = encoder.bodiesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next()
                .lsn(message.lsn[i])
                .batcherId(message.batcherId[i])
                .sequence(message.sequence[i])
                .fromOffset(message.offset[i]);
        }
        return encoder.limit();
    }

    @Override
    protected FetchBody decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, FetchBody.MAX_BODIES)) {
            return null;
        }
        final FetchBodyDecoder.BodiesDecoder lines = decoder.bodies();
        message.count = lines.count();
        for (int i = 0; i < message.count; i++) {
            lines.next();
            message.lsn[i] = lines.lsn();
            message.batcherId[i] = lines.batcherId();
            message.sequence[i] = lines.sequence();
            message.offset[i] = lines.fromOffset();
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
