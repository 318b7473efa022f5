package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.VoterLife;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.VoterLifeDecoder;
import io.fleet.wire.sbe.VoterLifeEncoder;

/** {@link VoterLife} in bytes. */
public final class VoterLifeCodec extends FlatCodec<VoterLife, VoterLifeEncoder, VoterLifeDecoder> {
    public VoterLifeCodec() {
        super(new VoterLife(), new VoterLifeEncoder(), new VoterLifeDecoder(),
            VoterLifeDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final VoterLife message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.life("life", message.life);
        checks.range("lives", message.lives, 0, Integer.MAX_VALUE);
    }

    @Override
    protected void write(final VoterLife message, final VoterLifeEncoder encoder) {
        encoder.ballot(message.ballot).life(message.life).lives(message.lives);
    }

    @Override
    protected void read(final VoterLifeDecoder decoder, final VoterLife message) {
        message.ballot = decoder.ballot();
        message.life = decoder.life();
        message.lives = decoder.lives();
    }
}
