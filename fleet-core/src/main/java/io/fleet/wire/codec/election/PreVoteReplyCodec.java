package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.PreVoteReplyDecoder;
import io.fleet.wire.sbe.PreVoteReplyEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link PreVoteReply} in bytes. */
public final class PreVoteReplyCodec extends MessageCodec<PreVoteReply> {
    private final PreVoteReply message = new PreVoteReply();
    private final PreVoteReplyEncoder encoder = new PreVoteReplyEncoder();
    private final PreVoteReplyDecoder decoder = new PreVoteReplyDecoder();

    public PreVoteReplyCodec() {
        super(PreVoteReply.class, new MessageLayout(
            PreVoteReplyDecoder.SCHEMA_ID, PreVoteReplyDecoder.SCHEMA_VERSION,
            PreVoteReplyDecoder.TEMPLATE_ID, PreVoteReplyDecoder.BLOCK_LENGTH,
            PreVoteReplyDecoder.grantedEncodingOffset() + PreVoteReplyDecoder.grantedEncodingLength()));
    }

    @Override
    protected void check(final PreVoteReply message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.ballot("knownBallot", message.knownBallot);
        checks.number("chosen", message.chosen);
    }

    @Override
    protected int encode(final PreVoteReply message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .knownBallot(message.knownBallot)
            .chosen(message.chosen)
            .granted(message.granted ? BooleanType.YES : BooleanType.NO);
        return encoder.limit();
    }

    @Override
    protected PreVoteReply decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.knownBallot = decoder.knownBallot();
        message.chosen = decoder.chosen();
        message.granted = decoder.grantedRaw() == BooleanType.YES.value();
        return packet.isYesOrNo(decoder.grantedRaw()) && packet.endsAt(decoder.limit()) ? message : null;
    }
}
