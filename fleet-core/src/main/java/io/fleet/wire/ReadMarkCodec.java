package io.fleet.wire;

import io.fleet.protocol.message.ReadMark;
import io.fleet.wire.sbe.ReadMarkDecoder;
import io.fleet.wire.sbe.ReadMarkEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link ReadMark} in bytes. */
final class ReadMarkCodec extends MessageCodec<ReadMark> {
    private final ReadMark message = new ReadMark();
    private final ReadMarkEncoder encoder = new ReadMarkEncoder();
    private final ReadMarkDecoder decoder = new ReadMarkDecoder();

    ReadMarkCodec() {
        super(ReadMark.class, new MessageLayout(
            ReadMarkDecoder.SCHEMA_ID, ReadMarkDecoder.SCHEMA_VERSION,
            ReadMarkDecoder.TEMPLATE_ID, ReadMarkDecoder.BLOCK_LENGTH,
            ReadMarkDecoder.livesEncodingOffset() + ReadMarkDecoder.livesEncodingLength()));
    }

    @Override
    protected void check(final ReadMark message, final FieldChecks checks) {
        checks.number("mark", message.mark);
        checks.number("configuration", message.configuration);
    }

    @Override
    protected int encode(final ReadMark message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .round(message.round)
            .mark(message.mark)
            .configuration(message.configuration)
            .lives(message.lives);
        return encoder.limit();
    }

    @Override
    protected ReadMark decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.round = decoder.round();
        message.mark = decoder.mark();
        message.configuration = decoder.configuration();
        message.lives = decoder.lives();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
