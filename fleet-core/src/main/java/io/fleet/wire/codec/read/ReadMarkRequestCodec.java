package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ReadMarkRequestDecoder;
import io.fleet.wire.sbe.ReadMarkRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link ReadMarkRequest} in bytes. */
public final class ReadMarkRequestCodec extends MessageCodec<ReadMarkRequest> {
    private final ReadMarkRequest message = new ReadMarkRequest();
    private final ReadMarkRequestEncoder encoder = new ReadMarkRequestEncoder();
    private final ReadMarkRequestDecoder decoder = new ReadMarkRequestDecoder();

    public ReadMarkRequestCodec() {
        super(ReadMarkRequest.class, new MessageLayout(
            ReadMarkRequestDecoder.SCHEMA_ID, ReadMarkRequestDecoder.SCHEMA_VERSION,
            ReadMarkRequestDecoder.TEMPLATE_ID, ReadMarkRequestDecoder.BLOCK_LENGTH,
            ReadMarkRequestDecoder.roundEncodingOffset() + ReadMarkRequestDecoder.roundEncodingLength()));
    }

    @Override
    protected void check(final ReadMarkRequest message, final FieldChecks checks) {
        // Any number names a round.
    }

    @Override
    protected int encode(final ReadMarkRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).round(message.round);
        return encoder.limit();
    }

    @Override
    protected ReadMarkRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.round = decoder.round();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
