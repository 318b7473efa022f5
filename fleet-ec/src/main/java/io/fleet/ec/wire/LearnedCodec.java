package io.fleet.ec.wire;

import io.fleet.ec.message.Learned;
import io.fleet.ec.wire.sbe.LearnedDecoder;
import io.fleet.ec.wire.sbe.LearnedEncoder;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link Learned} in bytes. */
final class LearnedCodec extends SbeCodec<Learned, LearnedEncoder, LearnedDecoder> {

    LearnedCodec() {
        super(new Learned(), new LearnedEncoder(), new LearnedDecoder(),
            LearnedDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final Learned message, final FieldChecks checks) {
        checks.number("upTo", message.upTo);
        checks.range("room", message.room, 0, Learned.NO_ROOM);
        checks.number("clock", message.clock);
        AsciiText.check(checks, message.fullDisk, Learned.MAX_TEXT);
    }

    @Override
    protected void write(final Learned message, final LearnedEncoder encoder) {
        final byte[] text = AsciiText.bytes(message.fullDisk);
        encoder.upTo(message.upTo)
            .room((short) message.room)
            .clock(message.clock)
            .lives(message.lives)
            .putFullDisk(text, 0, text.length);
    }

    @Override
    protected boolean read(final PacketView packet, final LearnedDecoder decoder, final Learned message) {
        message.upTo = decoder.upTo();
        message.room = decoder.room();
        message.clock = decoder.clock();
        message.lives = decoder.lives();
        message.fullDisk = AsciiText.read(packet, decoder.limit(), Learned.MAX_TEXT);
        return message.fullDisk != null;
    }
}
