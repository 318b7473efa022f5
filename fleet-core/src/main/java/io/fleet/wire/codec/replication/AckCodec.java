package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.sbe.AckDecoder;
import io.fleet.wire.sbe.AckEncoder;

/** {@link Ack} in bytes. */
public final class AckCodec extends SbeCodec<Ack, AckEncoder, AckDecoder> {
    private static final int LEAST_LINE_LENGTH =
        AckDecoder.RangesDecoder.toLsnEncodingOffset() + AckDecoder.RangesDecoder.toLsnEncodingLength();

    public AckCodec() {
        super(new Ack(), new AckEncoder(), new AckDecoder(),
            AckDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final Ack message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("cumulative", message.cumulative);
        checks.number("applied", message.applied);
        checks.range("clock", message.clockMillis, 0, FieldChecks.MAX_TIMESTAMP);
        checks.nodeOrNone("collector", message.collector);
        checks.range("count", message.count, 0, Ack.MAX_RANGES);
        final int count = Math.min(message.count, Ack.MAX_RANGES);
        for (int i = 0; i < count; i++) {
            checks.number("from", message.from[i]);
            checks.range("to", message.to[i], message.from[i], FieldChecks.MAX_NUMBER);
        }
    }

    @Override
    protected void write(final Ack message, final AckEncoder encoder) {
        encoder.ballot(message.ballot)
            .cumulative(message.cumulative)
            .applied(message.applied)
            .clock(message.clockMillis)
            .collector((short) message.collector);
        final AckEncoder.RangesEncoder lines = encoder.rangesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next().fromLsn(message.from[i]).toLsn(message.to[i]);
        }
    }

    @Override
    protected boolean read(final PacketView packet, final AckDecoder decoder, final Ack message) {
        message.ballot = decoder.ballot();
        message.cumulative = decoder.cumulative();
        message.applied = decoder.applied();
        message.clockMillis = decoder.clock();
        message.collector = decoder.collector();
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Ack.MAX_RANGES)) {
            return false;
        }
        final AckDecoder.RangesDecoder lines = decoder.ranges();
        message.count = lines.count();
        for (int i = 0; i < message.count; i++) {
            lines.next();
            message.from[i] = lines.fromLsn();
            message.to[i] = lines.toLsn();
        }
        return packet.endsAt(decoder.limit());
    }
}
