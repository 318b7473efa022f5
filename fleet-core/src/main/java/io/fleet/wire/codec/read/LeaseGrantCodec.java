package io.fleet.wire.codec.read;

import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.LeaseGrantDecoder;
import io.fleet.wire.sbe.LeaseGrantEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaseGrant} in bytes. */
public final class LeaseGrantCodec extends MessageCodec<LeaseGrant> {
    private final LeaseGrant message = new LeaseGrant();
    private final LeaseGrantEncoder encoder = new LeaseGrantEncoder();
    private final LeaseGrantDecoder decoder = new LeaseGrantDecoder();

    public LeaseGrantCodec() {
        super(LeaseGrant.class, new MessageLayout(
            LeaseGrantDecoder.SCHEMA_ID, LeaseGrantDecoder.SCHEMA_VERSION,
            LeaseGrantDecoder.TEMPLATE_ID, LeaseGrantDecoder.BLOCK_LENGTH,
            LeaseGrantDecoder.roundEncodingOffset() + LeaseGrantDecoder.roundEncodingLength()));
    }

    @Override
    protected void check(final LeaseGrant message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("round", message.round);
    }

    @Override
    protected int encode(final LeaseGrant message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .round(message.round);
        return encoder.limit();
    }

    @Override
    protected LeaseGrant decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.round = decoder.round();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
