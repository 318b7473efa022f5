package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.Confirm;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.ConfirmDecoder;
import io.fleet.wire.sbe.ConfirmEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link Confirm} in bytes. */
public final class ConfirmCodec extends MessageCodec<Confirm> {
    private final Confirm message = new Confirm();
    private final ConfirmEncoder encoder = new ConfirmEncoder();
    private final ConfirmDecoder decoder = new ConfirmDecoder();

    public ConfirmCodec() {
        super(Confirm.class, new MessageLayout(
            ConfirmDecoder.SCHEMA_ID, ConfirmDecoder.SCHEMA_VERSION,
            ConfirmDecoder.TEMPLATE_ID, ConfirmDecoder.BLOCK_LENGTH,
            ConfirmDecoder.ballotEncodingOffset() + ConfirmDecoder.ballotEncodingLength()));
    }

    @Override
    protected void check(final Confirm message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
    }

    @Override
    protected int encode(final Confirm message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).ballot(message.ballot);
        return encoder.limit();
    }

    @Override
    protected Confirm decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
