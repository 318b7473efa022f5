package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.PreVote;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.PreVoteDecoder;
import io.fleet.wire.sbe.PreVoteEncoder;

/** {@link PreVote} in bytes. */
public final class PreVoteCodec extends FlatCodec<PreVote, PreVoteEncoder, PreVoteDecoder> {
    public PreVoteCodec() {
        super(new PreVote(), new PreVoteEncoder(), new PreVoteDecoder(),
            PreVoteDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final PreVote message, final FieldChecks checks) {
        checks.number("configuration", message.configuration);
        checks.ballot("ballot", message.ballot);
        checks.number("chosen", message.chosen);
    }

    @Override
    protected void write(final PreVote message, final PreVoteEncoder encoder) {
        encoder.configuration(message.configuration)
            .ballot(message.ballot)
            .chosen(message.chosen);
    }

    @Override
    protected void read(final PreVoteDecoder decoder, final PreVote message) {
        message.configuration = decoder.configuration();
        message.ballot = decoder.ballot();
        message.chosen = decoder.chosen();
    }
}
