package io.fleet.ec.wire;

import io.fleet.ec.message.PartsGone;
import io.fleet.ec.wire.sbe.PartsGoneDecoder;
import io.fleet.ec.wire.sbe.PartsGoneEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link PartsGone} in bytes. */
final class PartsGoneCodec extends SbeCodec<PartsGone, PartsGoneEncoder, PartsGoneDecoder> {
    private static final int LEAST_LINE_LENGTH = PartsGoneDecoder.EntriesDecoder.nameEncodingOffset()
        + PartsGoneDecoder.EntriesDecoder.nameEncodingLength();

    PartsGoneCodec() {
        super(new PartsGone(), new PartsGoneEncoder(), new PartsGoneDecoder(),
            PartsGoneDecoder.upToEncodingOffset() + PartsGoneDecoder.upToEncodingLength());
    }

    @Override
    protected void check(final PartsGone message, final FieldChecks checks) {
        checks.range("upTo", message.upTo, 1, FieldChecks.MAX_NUMBER);
        checks.range("count", message.count, 0, PartsGone.MAX_ENTRIES);
        final int count = Math.min(message.count, PartsGone.MAX_ENTRIES);
        for (int i = 0; i < count; i++) {
            EntryNameFields.checkEntry(message.entries[i], checks);
        }
    }

    @Override
    protected void write(final PartsGone message, final PartsGoneEncoder encoder) {
        encoder.upTo(message.upTo);
        final PartsGoneEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.entries[i], lines.next().name());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final PartsGoneDecoder decoder, final PartsGone message) {
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, PartsGone.MAX_ENTRIES)) {
            return false;
        }
        message.upTo = decoder.upTo();
        message.count = 0;
        final PartsGoneDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            EntryNameFields.read(lines.name(), message.next());
        }
        return packet.endsAt(decoder.limit());
    }
}
