package io.fleet.ec.wire;

import io.fleet.ec.message.Ready;
import io.fleet.ec.message.SlotLine;
import io.fleet.ec.wire.sbe.ReadyDecoder;
import io.fleet.ec.wire.sbe.ReadyEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link Ready} in bytes. */
final class ReadyCodec extends MessageCodec<Ready> {
    private static final int LEAST_LINE_LENGTH = ReadyDecoder.EntriesDecoder.nameEncodingOffset()
        + ReadyDecoder.EntriesDecoder.nameEncodingLength();

    private final Ready message = new Ready();
    private final ReadyEncoder encoder = new ReadyEncoder();
    private final ReadyDecoder decoder = new ReadyDecoder();

    ReadyCodec() {
        super(Ready.class, new MessageLayout(
            ReadyDecoder.SCHEMA_ID, ReadyDecoder.SCHEMA_VERSION,
            ReadyDecoder.TEMPLATE_ID, ReadyDecoder.BLOCK_LENGTH,
            ReadyDecoder.envelopeEncodingOffset() + ReadyDecoder.envelopeEncodingLength()));
    }

    @Override
    protected void check(final Ready message, final FieldChecks checks) {
        checks.range("count", message.count, 0, Ready.MAX_ENTRIES);
        final int count = Math.min(message.count, Ready.MAX_ENTRIES);
        for (int i = 0; i < count; i++) {
            checks.range("slot", message.entries[i].slot, 1, FieldChecks.MAX_NUMBER);
            EntryNameFields.checkEntry(message.entries[i].name, checks);
        }
    }

    @Override
    protected int encode(final Ready message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET);
        final ReadyEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.entries[i].name, lines.next().slot(message.entries[i].slot).name());
        }
        return encoder.limit();
    }

    @Override
    protected Ready decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Ready.MAX_ENTRIES)) {
            return null;
        }
        message.count = 0;
        final ReadyDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final SlotLine line = message.next();
            line.slot = lines.slot();
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
