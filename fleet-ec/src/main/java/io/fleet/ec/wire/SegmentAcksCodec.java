package io.fleet.ec.wire;

import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.SegmentAcks;
import io.fleet.ec.wire.sbe.SegmentAcksDecoder;
import io.fleet.ec.wire.sbe.SegmentAcksEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link SegmentAcks} in bytes. */
final class SegmentAcksCodec extends SbeCodec<SegmentAcks, SegmentAcksEncoder, SegmentAcksDecoder> {
    private static final int LEAST_LINE_LENGTH = SegmentAcksDecoder.EntriesDecoder.reliedOnEncodingOffset()
        + SegmentAcksDecoder.EntriesDecoder.reliedOnEncodingLength();

    SegmentAcksCodec() {
        super(new SegmentAcks(), new SegmentAcksEncoder(), new SegmentAcksDecoder(),
            SegmentAcksDecoder.envelopeEncodingOffset() + SegmentAcksDecoder.envelopeEncodingLength());
    }

    @Override
    protected void check(final SegmentAcks message, final FieldChecks checks) {
        checks.range("count", message.count, 0, SegmentAcks.MAX_ENTRIES);
        final int count = Math.min(message.count, SegmentAcks.MAX_ENTRIES);
        for (int i = 0; i < count; i++) {
            EntryNameFields.checkEntry(message.entries[i].name, checks);
            checks.range("pieces", message.entries[i].pieces, 0, AckLine.MAX_PIECES);
            checks.range("reliedOn", message.entries[i].reliedOn, 0, FieldChecks.MAX_NUMBER);
        }
    }

    @Override
    protected void write(final SegmentAcks message, final SegmentAcksEncoder encoder) {
        final SegmentAcksEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            final AckLine line = message.entries[i];
            EntryNameFields.write(line.name, lines.next().life(line.life).pieces(line.pieces)
                .reliedOn(line.reliedOn).name());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final SegmentAcksDecoder decoder, final SegmentAcks message) {
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, SegmentAcks.MAX_ENTRIES)) {
            return false;
        }
        message.count = 0;
        final SegmentAcksDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final AckLine line = message.next();
            line.life = lines.life();
            line.pieces = lines.pieces();
            line.reliedOn = lines.reliedOn();
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit());
    }
}
