package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.PreVote;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.PreVoteDecoder;
import io.fleet.wire.sbe.PreVoteEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link PreVote} in bytes. */
public final class PreVoteCodec extends MessageCodec<PreVote> {
    private final PreVote message = new PreVote();
    private final PreVoteEncoder encoder = new PreVoteEncoder();
    private final PreVoteDecoder decoder = new PreVoteDecoder();

    public PreVoteCodec() {
        super(PreVote.class, new MessageLayout(
            PreVoteDecoder.SCHEMA_ID, PreVoteDecoder.SCHEMA_VERSION,
            PreVoteDecoder.TEMPLATE_ID, PreVoteDecoder.BLOCK_LENGTH,
            PreVoteDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final PreVote message, final FieldChecks checks) {
        checks.number("configuration", message.configuration);
        checks.ballot("ballot", message.ballot);
        checks.number("chosen", message.chosen);
    }

    @Override
    protected int encode(final PreVote message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .configuration(message.configuration)
            .ballot(message.ballot)
            .chosen(message.chosen);
        return encoder.limit();
    }

    @Override
    protected PreVote decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.configuration = decoder.configuration();
        message.ballot = decoder.ballot();
        message.chosen = decoder.chosen();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
