package io.fleet.ec.wire;

import io.fleet.ec.message.Decisions;
import io.fleet.ec.message.SlotLine;
import io.fleet.ec.wire.sbe.DecisionsDecoder;
import io.fleet.ec.wire.sbe.DecisionsEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link Decisions} in bytes. */
final class DecisionsCodec extends SbeCodec<Decisions, DecisionsEncoder, DecisionsDecoder> {
    private static final int LEAST_LINE_LENGTH = DecisionsDecoder.LinesDecoder.nameEncodingOffset()
        + DecisionsDecoder.LinesDecoder.nameEncodingLength();

    DecisionsCodec() {
        super(new Decisions(), new DecisionsEncoder(), new DecisionsDecoder(),
            DecisionsDecoder.envelopeEncodingOffset() + DecisionsDecoder.envelopeEncodingLength());
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
    protected void write(final Decisions message, final DecisionsEncoder encoder) {
        final DecisionsEncoder.LinesEncoder lines = encoder.linesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.decisions[i].name, lines.next().slot(message.decisions[i].slot).name());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final DecisionsDecoder decoder, final Decisions message) {
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Decisions.MAX_DECISIONS)) {
            return false;
        }
        message.count = 0;
        final DecisionsDecoder.LinesDecoder lines = decoder.lines();
        while (lines.hasNext()) {
            lines.next();
            final SlotLine line = message.next();
            line.slot = lines.slot();
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit());
    }
}
