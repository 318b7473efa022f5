package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.PreVoteReplyDecoder;
import io.fleet.wire.sbe.PreVoteReplyEncoder;

/** {@link PreVoteReply} in bytes. */
public final class PreVoteReplyCodec extends FlatCodec<PreVoteReply, PreVoteReplyEncoder, PreVoteReplyDecoder> {
    public PreVoteReplyCodec() {
        super(new PreVoteReply(), new PreVoteReplyEncoder(), new PreVoteReplyDecoder(),
            PreVoteReplyDecoder.grantedEncodingOffset() + PreVoteReplyDecoder.grantedEncodingLength());
    }

    @Override
    protected void check(final PreVoteReply message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.ballot("knownBallot", message.knownBallot);
        checks.number("chosen", message.chosen);
    }

    @Override
    protected void write(final PreVoteReply message, final PreVoteReplyEncoder encoder) {
        encoder.ballot(message.ballot)
            .knownBallot(message.knownBallot)
            .chosen(message.chosen)
            .granted(message.granted ? BooleanType.YES : BooleanType.NO);
    }

    @Override
    protected void read(final PreVoteReplyDecoder decoder, final PreVoteReply message) {
        message.ballot = decoder.ballot();
        message.knownBallot = decoder.knownBallot();
        message.chosen = decoder.chosen();
        message.granted = decoder.grantedRaw() == BooleanType.YES.value();
    }

    @Override
    protected boolean isWhole(final PacketView packet, final PreVoteReplyDecoder decoder) {
        return packet.isYesOrNo(decoder.grantedRaw());
    }
}
