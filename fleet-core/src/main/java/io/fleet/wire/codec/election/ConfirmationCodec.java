package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.Confirmation;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ConfirmationDecoder;
import io.fleet.wire.sbe.ConfirmationEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link Confirmation} in bytes. */
public final class ConfirmationCodec extends MessageCodec<Confirmation> {
    private final Confirmation message = new Confirmation();
    private final ConfirmationEncoder encoder = new ConfirmationEncoder();
    private final ConfirmationDecoder decoder = new ConfirmationDecoder();

    public ConfirmationCodec() {
        super(Confirmation.class, new MessageLayout(
            ConfirmationDecoder.SCHEMA_ID, ConfirmationDecoder.SCHEMA_VERSION,
            ConfirmationDecoder.TEMPLATE_ID, ConfirmationDecoder.BLOCK_LENGTH,
            ConfirmationDecoder.risenEncodingOffset() + ConfirmationDecoder.risenEncodingLength()));
    }

    @Override
    protected void check(final Confirmation message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("clock", message.clockMillis, 0, FieldChecks.MAX_TIMESTAMP);
        checks.range("risen", message.risenMillisAgo, -1, FieldChecks.MAX_TIMESTAMP);
    }

    @Override
    protected int encode(final Confirmation message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).ballot(message.ballot).voterId(message.voterId)
            .clock(message.clockMillis).risen(message.risenMillisAgo);
        return encoder.limit();
    }

    @Override
    protected Confirmation decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.voterId = decoder.voterId();
        message.clockMillis = decoder.clock();
        message.risenMillisAgo = decoder.risen();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
