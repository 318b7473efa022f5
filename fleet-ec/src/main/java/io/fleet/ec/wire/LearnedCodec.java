package io.fleet.ec.wire;

import io.fleet.ec.message.Learned;
import io.fleet.ec.wire.sbe.LearnedDecoder;
import io.fleet.ec.wire.sbe.LearnedEncoder;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link Learned} in bytes. */
final class LearnedCodec extends MessageCodec<Learned> {
    private final Learned message = new Learned();
    private final LearnedEncoder encoder = new LearnedEncoder();
    private final LearnedDecoder decoder = new LearnedDecoder();

    LearnedCodec() {
        super(Learned.class, new MessageLayout(
            LearnedDecoder.SCHEMA_ID, LearnedDecoder.SCHEMA_VERSION,
            LearnedDecoder.TEMPLATE_ID, LearnedDecoder.BLOCK_LENGTH,
            LearnedDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final Learned message, final FieldChecks checks) {
        checks.number("upTo", message.upTo);
        checks.range("room", message.room, 0, Learned.NO_ROOM);
        checks.number("clock", message.clock);
        AsciiText.check(checks, message.fullDisk, Learned.MAX_TEXT);
    }

    @Override
    protected int encode(final Learned message, final MutableDirectBuffer buffer) {
        final byte[] text = AsciiText.bytes(message.fullDisk);
        encoder.wrap(buffer, PacketView.BODY_OFFSET).upTo(message.upTo)
            .room((short) message.room)
            .clock(message.clock)
            .lives(message.lives)
            .putFullDisk(text, 0, text.length);
        return encoder.limit();
    }

    @Override
    protected Learned decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.upTo = decoder.upTo();
        message.room = decoder.room();
        message.clock = decoder.clock();
        message.lives = decoder.lives();
        message.fullDisk = AsciiText.read(packet, decoder.limit(), Learned.MAX_TEXT);
        return message.fullDisk != null ? message : null;
    }
}
