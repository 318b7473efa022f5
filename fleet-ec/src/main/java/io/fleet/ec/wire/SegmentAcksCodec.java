package io.fleet.ec.wire;

import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.SegmentAcks;
import io.fleet.ec.wire.sbe.SegmentAcksDecoder;
import io.fleet.ec.wire.sbe.SegmentAcksEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link SegmentAcks} in bytes. */
final class SegmentAcksCodec extends MessageCodec<SegmentAcks> {
    private static final int LEAST_LINE_LENGTH = SegmentAcksDecoder.EntriesDecoder.reliedOnEncodingOffset()
        + SegmentAcksDecoder.EntriesDecoder.reliedOnEncodingLength();

    private final SegmentAcks message = new SegmentAcks();
    private final SegmentAcksEncoder encoder = new SegmentAcksEncoder();
    private final SegmentAcksDecoder decoder = new SegmentAcksDecoder();

    SegmentAcksCodec() {
        super(SegmentAcks.class, new MessageLayout(
            SegmentAcksDecoder.SCHEMA_ID, SegmentAcksDecoder.SCHEMA_VERSION,
            SegmentAcksDecoder.TEMPLATE_ID, SegmentAcksDecoder.BLOCK_LENGTH,
            SegmentAcksDecoder.envelopeEncodingOffset() + SegmentAcksDecoder.envelopeEncodingLength()));
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
    protected int encode(final SegmentAcks message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET);
        final SegmentAcksEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            final AckLine line = message.entries[i];
            EntryNameFields.write(line.name, lines.next().life(line.life).pieces(line.pieces)
                .reliedOn(line.reliedOn).name());
        }
        return encoder.limit();
    }

    @Override
    protected SegmentAcks decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, SegmentAcks.MAX_ENTRIES)) {
            return null;
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
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
