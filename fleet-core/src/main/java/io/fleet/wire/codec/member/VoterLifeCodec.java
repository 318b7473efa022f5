package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.VoterLife;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.VoterLifeDecoder;
import io.fleet.wire.sbe.VoterLifeEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link VoterLife} in bytes. */
public final class VoterLifeCodec extends MessageCodec<VoterLife> {
    private final VoterLife message = new VoterLife();
    private final VoterLifeEncoder encoder = new VoterLifeEncoder();
    private final VoterLifeDecoder decoder = new VoterLifeDecoder();

    public VoterLifeCodec() {
        super(VoterLife.class, new MessageLayout(
            VoterLifeDecoder.SCHEMA_ID, VoterLifeDecoder.SCHEMA_VERSION,
            VoterLifeDecoder.TEMPLATE_ID, VoterLifeDecoder.BLOCK_LENGTH,
            VoterLifeDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final VoterLife message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.life("life", message.life);
        checks.range("lives", message.lives, 0, Integer.MAX_VALUE);
    }

    @Override
    protected int encode(final VoterLife message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).ballot(message.ballot).life(message.life).lives(message.lives);
        return encoder.limit();
    }

    @Override
    protected VoterLife decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.life = decoder.life();
        message.lives = decoder.lives();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
