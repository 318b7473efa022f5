package io.fleet.ec.wire;

import io.fleet.ec.message.Decisions;
import io.fleet.ec.message.SlotLine;
import io.fleet.ec.wire.sbe.DecisionsDecoder;
import io.fleet.ec.wire.sbe.DecisionsEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link Decisions} in bytes. */
final class DecisionsCodec extends MessageCodec<Decisions> {
    private static final int LEAST_LINE_LENGTH = DecisionsDecoder.LinesDecoder.nameEncodingOffset()
        + DecisionsDecoder.LinesDecoder.nameEncodingLength();

    private final Decisions message = new Decisions();
    private final DecisionsEncoder encoder = new DecisionsEncoder();
    private final DecisionsDecoder decoder = new DecisionsDecoder();

    DecisionsCodec() {
        super(Decisions.class, new MessageLayout(
            DecisionsDecoder.SCHEMA_ID, DecisionsDecoder.SCHEMA_VERSION,
            DecisionsDecoder.TEMPLATE_ID, DecisionsDecoder.BLOCK_LENGTH,
            DecisionsDecoder.envelopeEncodingOffset() + DecisionsDecoder.envelopeEncodingLength()));
    }

    @Override
    protected void check(final Decisions message, final FieldChecks checks) {
        checks.range("count", message.count, 0, Decisions.MAX_DECISIONS);
        final int count = Math.min(message.count, Decisions.MAX_DECISIONS);
        for (int i = 0; i < count; i++) {
            checks.range("slot", message.decisions[i].slot, 1, FieldChecks.MAX_NUMBER);
            EntryNameFields.check(message.decisions[i].name, checks);
        }
    }

    @Override
    protected int encode(final Decisions message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET);
        final DecisionsEncoder.LinesEncoder lines = encoder.linesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.decisions[i].name, lines.next().slot(message.decisions[i].slot).name());
        }
        return encoder.limit();
    }

    @Override
    protected Decisions decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Decisions.MAX_DECISIONS)) {
            return null;
        }
        message.count = 0;
        final DecisionsDecoder.LinesDecoder lines = decoder.lines();
        while (lines.hasNext()) {
            lines.next();
            final SlotLine line = message.next();
            line.slot = lines.slot();
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
