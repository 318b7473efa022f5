package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeaderFitnessNoted;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.LeaderFitnessNotedDecoder;
import io.fleet.wire.sbe.LeaderFitnessNotedEncoder;

/** {@link LeaderFitnessNoted} in bytes. */
public final class LeaderFitnessNotedCodec
    extends
        FlatCodec<LeaderFitnessNoted, LeaderFitnessNotedEncoder, LeaderFitnessNotedDecoder> {
    public LeaderFitnessNotedCodec() {
        super(new LeaderFitnessNoted(), new LeaderFitnessNotedEncoder(), new LeaderFitnessNotedDecoder(),
            LeaderFitnessNotedDecoder.highestEncodingOffset() + LeaderFitnessNotedDecoder.highestEncodingLength());
    }

    @Override
    protected void check(final LeaderFitnessNoted message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("highest", message.highest);
    }

    @Override
    protected void write(final LeaderFitnessNoted message, final LeaderFitnessNotedEncoder encoder) {
        encoder.ballot(message.ballot)
            .highest(message.highest);
    }

    @Override
    protected void read(final LeaderFitnessNotedDecoder decoder, final LeaderFitnessNoted message) {
        message.ballot = decoder.ballot();
        message.highest = decoder.highest();
    }
}
