package io.fleet.ec.wire;

import io.fleet.ec.message.Ready;
import io.fleet.ec.message.SlotLine;
import io.fleet.ec.wire.sbe.ReadyDecoder;
import io.fleet.ec.wire.sbe.ReadyEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link Ready} in bytes. */
final class ReadyCodec extends SbeCodec<Ready, ReadyEncoder, ReadyDecoder> {
    private static final int LEAST_LINE_LENGTH = ReadyDecoder.EntriesDecoder.nameEncodingOffset()
        + ReadyDecoder.EntriesDecoder.nameEncodingLength();

    ReadyCodec() {
        super(new Ready(), new ReadyEncoder(), new ReadyDecoder(),
            ReadyDecoder.envelopeEncodingOffset() + ReadyDecoder.envelopeEncodingLength());
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
    protected void write(final Ready message, final ReadyEncoder encoder) {
        final ReadyEncoder.EntriesEncoder lines = encoder.entriesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            EntryNameFields.write(message.entries[i].name, lines.next().slot(message.entries[i].slot).name());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final ReadyDecoder decoder, final Ready message) {
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Ready.MAX_ENTRIES)) {
            return false;
        }
        message.count = 0;
        final ReadyDecoder.EntriesDecoder lines = decoder.entries();
        while (lines.hasNext()) {
            lines.next();
            final SlotLine line = message.next();
            line.slot = lines.slot();
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit());
    }
}
