package io.fleet.ec.wire;

import io.fleet.ec.message.AckLine;
import io.fleet.ec.message.FetchLine;
import io.fleet.ec.message.FetchSegments;
import io.fleet.ec.wire.sbe.FetchSegmentsDecoder;
import io.fleet.ec.wire.sbe.FetchSegmentsEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link FetchSegments} in bytes. */
final class FetchSegmentsCodec extends SbeCodec<FetchSegments, FetchSegmentsEncoder, FetchSegmentsDecoder> {
    private static final int LEAST_LINE_LENGTH = FetchSegmentsDecoder.EntriesDecoder.pieceEncodingOffset()
        + FetchSegmentsDecoder.EntriesDecoder.pieceEncodingLength();

    FetchSegmentsCodec() {
        super(new FetchSegments(), new FetchSegmentsEncoder(), new FetchSegmentsDecoder(),
            FetchSegmentsDecoder.envelopeEncodingOffset() + FetchSegmentsDecoder.envelopeEncodingLength());
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
    protected void write(final FetchSegments message, final FetchSegmentsEncoder encoder) {
        final FetchSegmentsEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.entries[i].name, lines.next().piece(message.entries[i].piece).name());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final FetchSegmentsDecoder decoder, final FetchSegments message) {
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, FetchSegments.MAX_ENTRIES)) {
            return false;
        }
        message.count = 0;
        final FetchSegmentsDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final FetchLine line = message.next();
            line.piece = lines.piece();
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit());
    }
}
