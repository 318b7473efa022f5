package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.ReadMark;
import io.fleet.storage.Life;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.sbe.ReadMarkDecoder;
import io.fleet.wire.sbe.ReadMarkEncoder;

/** {@link ReadMark} in bytes. */
public final class ReadMarkCodec extends SbeCodec<ReadMark, ReadMarkEncoder, ReadMarkDecoder> {
    private static final int LINE_LENGTH =
        ReadMarkDecoder.LivesDecoder.numberEncodingOffset() + ReadMarkDecoder.LivesDecoder.numberEncodingLength();

    public ReadMarkCodec() {
        super(new ReadMark(), new ReadMarkEncoder(), new ReadMarkDecoder(),
            ReadMarkDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final ReadMark message, final FieldChecks checks) {
        checks.number("mark", message.mark);
        checks.number("configuration", message.configuration);
        checks.range("count", message.count, 0, message.numbers.length);
        final int count = Math.min(message.count, message.numbers.length);
        for (int i = 0; i < count; i++) {
            checks.range("number", message.numbers[i], 0, Life.MAX_NUMBER);
        }
    }

    @Override
    protected void write(final ReadMark message, final ReadMarkEncoder encoder) {
        encoder.round(message.round)
            .mark(message.mark)
            .configuration(message.configuration);
        final ReadMarkEncoder.LivesEncoder lines = encoder.livesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next().number(message.numbers[i]);
        }
    }

    @Override
    protected boolean read(final PacketView packet, final ReadMarkDecoder decoder, final ReadMark message) {
        message.round = decoder.round();
        message.mark = decoder.mark();
        message.configuration = decoder.configuration();
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LINE_LENGTH, message.numbers.length)) {
            return false;
        }
        final ReadMarkDecoder.LivesDecoder lines = decoder.lives();
        while (lines.hasNext()) {
            lines.next();
            message.numbers[message.count++] = lines.number();
        }
        return packet.endsAt(decoder.limit());
    }
}
