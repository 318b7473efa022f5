package io.fleet.ec.wire;

import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.FetchLine;
import io.fleet.ec.message.FetchSegments;
import io.fleet.ec.wire.sbe.FetchSegmentsDecoder;
import io.fleet.ec.wire.sbe.FetchSegmentsEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link FetchSegments} in bytes. */
final class FetchSegmentsCodec extends MessageCodec<FetchSegments> {
    private static final int LEAST_LINE_LENGTH = FetchSegmentsDecoder.EntriesDecoder.pieceEncodingOffset()
        + FetchSegmentsDecoder.EntriesDecoder.pieceEncodingLength();

    private final FetchSegments message = new FetchSegments();
    private final FetchSegmentsEncoder encoder = new FetchSegmentsEncoder();
    private final FetchSegmentsDecoder decoder = new FetchSegmentsDecoder();

    FetchSegmentsCodec() {
        super(FetchSegments.class, new MessageLayout(
            FetchSegmentsDecoder.SCHEMA_ID, FetchSegmentsDecoder.SCHEMA_VERSION,
            FetchSegmentsDecoder.TEMPLATE_ID, FetchSegmentsDecoder.BLOCK_LENGTH,
            FetchSegmentsDecoder.envelopeEncodingOffset() + FetchSegmentsDecoder.envelopeEncodingLength()));
    }

    @Override
    protected void check(final FetchSegments message, final FieldChecks checks) {
        checks.range("count", message.count, 0, FetchSegments.MAX_ENTRIES);
        final int count = Math.min(message.count, FetchSegments.MAX_ENTRIES);
        for (int i = 0; i < count; i++) {
            EntryNameFields.checkEntry(message.entries[i].name, checks);
            checks.range("piece", message.entries[i].piece, 0, AckLine.MAX_PIECES - 1);
        }
    }

    @Override
    protected int encode(final FetchSegments message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET);
        final FetchSegmentsEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.entries[i].name, lines.next().piece(message.entries[i].piece).name());
        }
        return encoder.limit();
    }

    @Override
    protected FetchSegments decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, FetchSegments.MAX_ENTRIES)) {
            return null;
        }
        message.count = 0;
        final FetchSegmentsDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final FetchLine line = message.next();
            line.piece = lines.piece();
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
