package io.fleet.ec.wire;

import io.fleet.ec.message.PartsGone;
import io.fleet.ec.wire.sbe.PartsGoneDecoder;
import io.fleet.ec.wire.sbe.PartsGoneEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link PartsGone} in bytes. */
final class PartsGoneCodec extends MessageCodec<PartsGone> {
    private static final int LEAST_LINE_LENGTH = PartsGoneDecoder.EntriesDecoder.nameEncodingOffset()
        + PartsGoneDecoder.EntriesDecoder.nameEncodingLength();

    private final PartsGone message = new PartsGone();
    private final PartsGoneEncoder encoder = new PartsGoneEncoder();
    private final PartsGoneDecoder decoder = new PartsGoneDecoder();

    PartsGoneCodec() {
        super(PartsGone.class, new MessageLayout(
            PartsGoneDecoder.SCHEMA_ID, PartsGoneDecoder.SCHEMA_VERSION,
            PartsGoneDecoder.TEMPLATE_ID, PartsGoneDecoder.BLOCK_LENGTH,
            PartsGoneDecoder.upToEncodingOffset() + PartsGoneDecoder.upToEncodingLength()));
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
    protected int encode(final PartsGone message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).upTo(message.upTo);
        final PartsGoneEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.entries[i], lines.next().name());
        }
        return encoder.limit();
    }

    @Override
    protected PartsGone decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, PartsGone.MAX_ENTRIES)) {
            return null;
        }
        message.upTo = decoder.upTo();
        message.count = 0;
        final PartsGoneDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            EntryNameFields.read(lines.name(), message.next());
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
