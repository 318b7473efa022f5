package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.LeaderNoticeDecoder;
import io.fleet.wire.sbe.LeaderNoticeEncoder;

/** {@link LeaderNotice} in bytes. */
public final class LeaderNoticeCodec extends FlatCodec<LeaderNotice, LeaderNoticeEncoder, LeaderNoticeDecoder> {
    public LeaderNoticeCodec() {
        super(new LeaderNotice(), new LeaderNoticeEncoder(), new LeaderNoticeDecoder(),
            LeaderNoticeDecoder.leaderEncodingOffset() + LeaderNoticeDecoder.leaderEncodingLength());
    }

    @Override
    protected void check(final LeaderNotice message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.nodeOrNone("leader", message.leader);
    }

    @Override
    protected void write(final LeaderNotice message, final LeaderNoticeEncoder encoder) {
        encoder.ballot(message.ballot)
            .leader((short) message.leader);
    }

    @Override
    protected void read(final LeaderNoticeDecoder decoder, final LeaderNotice message) {
        message.ballot = decoder.ballot();
        message.leader = decoder.leader();
    }
}
