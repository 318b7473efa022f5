package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.AckDecoder;
import io.fleet.wire.sbe.AckEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link Ack} in bytes. */
public final class AckCodec extends MessageCodec<Ack> {
    private static final int LEAST_LINE_LENGTH =
        AckDecoder.RangesDecoder.toLsnEncodingOffset() + AckDecoder.RangesDecoder.toLsnEncodingLength();

    private final Ack message = new Ack();
    private final AckEncoder encoder = new AckEncoder();
    private final AckDecoder decoder = new AckDecoder();

    public AckCodec() {
        super(Ack.class, new MessageLayout(
            AckDecoder.SCHEMA_ID, AckDecoder.SCHEMA_VERSION,
            AckDecoder.TEMPLATE_ID, AckDecoder.BLOCK_LENGTH,
            AckDecoder.clockEncodingOffset() + AckDecoder.clockEncodingLength()));
    }

    @Override
    protected void check(final Ack message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("cumulative", message.cumulative);
        checks.number("applied", message.applied);
        checks.range("clock", message.clockMillis, 0, FieldChecks.MAX_TIMESTAMP);
        checks.range("count", message.count, 0, Ack.MAX_RANGES);
        final int count = Math.min(message.count, Ack.MAX_RANGES);
        for (int i = 0; i < count; i++) {
            checks.number("from", message.from[i]);
            checks.range("to", message.to[i], message.from[i], FieldChecks.MAX_NUMBER);
        }
    }

    @Override
    protected int encode(final Ack message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .cumulative(message.cumulative)
            .applied(message.applied)
            .clock(message.clockMillis);
        final AckEncoder.RangesEncoder lines = encoder.rangesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next().fromLsn(message.from[i]).toLsn(message.to[i]);
        }
        return encoder.limit();
    }

    @Override
    protected Ack decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.cumulative = decoder.cumulative();
        message.applied = decoder.applied();
        message.clockMillis = decoder.clock();
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Ack.MAX_RANGES)) {
            return null;
        }
        final AckDecoder.RangesDecoder lines = decoder.ranges();
        message.count = lines.count();
        for (int i = 0; i < message.count; i++) {
            lines.next();
            message.from[i] = lines.fromLsn();
            message.to[i] = lines.toLsn();
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
