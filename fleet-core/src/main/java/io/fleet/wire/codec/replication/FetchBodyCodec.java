package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.FetchBodyDecoder;
import io.fleet.wire.sbe.FetchBodyEncoder;

/** {@link FetchBody} in bytes. */
public final class FetchBodyCodec extends SbeCodec<FetchBody, FetchBodyEncoder, FetchBodyDecoder> {
    private static final int LEAST_LINE_LENGTH = FetchBodyDecoder.BodiesDecoder.sequenceEncodingOffset()
        + FetchBodyDecoder.BodiesDecoder.sequenceEncodingLength();

    public FetchBodyCodec() {
        super(new FetchBody(), new FetchBodyEncoder(), new FetchBodyDecoder(),
            FetchBodyDecoder.envelopeEncodingOffset() + FetchBodyDecoder.envelopeEncodingLength());
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
    protected void write(final FetchBody message, final FetchBodyEncoder encoder) {
        final FetchBodyEncoder.BodiesEncoder lines = encoder.bodiesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next()
                .lsn(message.lsn[i])
                .batcherId(message.batcherId[i])
                .sequence(message.sequence[i])
                .fromOffset(message.offset[i]);
        }
    }

    @Override
    protected boolean read(final PacketView packet, final FetchBodyDecoder decoder, final FetchBody message) {
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, FetchBody.MAX_BODIES)) {
            return false;
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
        return packet.endsAt(decoder.limit());
    }
}
