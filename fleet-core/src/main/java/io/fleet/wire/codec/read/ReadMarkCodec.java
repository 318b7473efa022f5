package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.ReadMark;
import io.fleet.storage.Life;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ReadMarkDecoder;
import io.fleet.wire.sbe.ReadMarkEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link ReadMark} in bytes. */
public final class ReadMarkCodec extends MessageCodec<ReadMark> {
    private static final int LINE_LENGTH =
        ReadMarkDecoder.LivesDecoder.numberEncodingOffset() + ReadMarkDecoder.LivesDecoder.numberEncodingLength();

    private final ReadMark message = new ReadMark();
    private final ReadMarkEncoder encoder = new ReadMarkEncoder();
    private final ReadMarkDecoder decoder = new ReadMarkDecoder();

    public ReadMarkCodec() {
        super(ReadMark.class, new MessageLayout(
            ReadMarkDecoder.SCHEMA_ID, ReadMarkDecoder.SCHEMA_VERSION,
            ReadMarkDecoder.TEMPLATE_ID, ReadMarkDecoder.BLOCK_LENGTH,
            ReadMarkDecoder.BLOCK_LENGTH));
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
    protected int encode(final ReadMark message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .round(message.round)
            .mark(message.mark)
            .configuration(message.configuration);
        final ReadMarkEncoder.LivesEncoder lines = encoder.livesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next().number(message.numbers[i]);
        }
        return encoder.limit();
    }

    @Override
    protected ReadMark decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.round = decoder.round();
        message.mark = decoder.mark();
        message.configuration = decoder.configuration();
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LINE_LENGTH, message.numbers.length)) {
            return null;
        }
        final ReadMarkDecoder.LivesDecoder lines = decoder.lives();
        while (lines.hasNext()) {
            lines.next();
            message.numbers[message.count++] = lines.number();
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
