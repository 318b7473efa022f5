package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeaderNotice;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.LeaderNoticeDecoder;
import io.fleet.wire.sbe.LeaderNoticeEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaderNotice} in bytes. */
public final class LeaderNoticeCodec extends MessageCodec<LeaderNotice> {
    private final LeaderNotice message = new LeaderNotice();
    private final LeaderNoticeEncoder encoder = new LeaderNoticeEncoder();
    private final LeaderNoticeDecoder decoder = new LeaderNoticeDecoder();

    public LeaderNoticeCodec() {
        super(LeaderNotice.class, new MessageLayout(
            LeaderNoticeDecoder.SCHEMA_ID, LeaderNoticeDecoder.SCHEMA_VERSION,
            LeaderNoticeDecoder.TEMPLATE_ID, LeaderNoticeDecoder.BLOCK_LENGTH,
            LeaderNoticeDecoder.leaderEncodingOffset() + LeaderNoticeDecoder.leaderEncodingLength()));
    }

    @Override
    protected void check(final LeaderNotice message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.nodeOrNone("leader", message.leader);
    }

    @Override
    protected int encode(final LeaderNotice message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .leader((short) message.leader);
        return encoder.limit();
    }

    @Override
    protected LeaderNotice decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.leader = decoder.leader();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
