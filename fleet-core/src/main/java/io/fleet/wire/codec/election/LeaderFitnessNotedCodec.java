package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeaderFitnessNoted;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.LeaderFitnessNotedDecoder;
import io.fleet.wire.sbe.LeaderFitnessNotedEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaderFitnessNoted} in bytes. */
public final class LeaderFitnessNotedCodec extends MessageCodec<LeaderFitnessNoted> {
    private final LeaderFitnessNoted message = new LeaderFitnessNoted();
    private final LeaderFitnessNotedEncoder encoder = new LeaderFitnessNotedEncoder();
    private final LeaderFitnessNotedDecoder decoder = new LeaderFitnessNotedDecoder();

    public LeaderFitnessNotedCodec() {
        super(LeaderFitnessNoted.class, new MessageLayout(
            LeaderFitnessNotedDecoder.SCHEMA_ID, LeaderFitnessNotedDecoder.SCHEMA_VERSION,
            LeaderFitnessNotedDecoder.TEMPLATE_ID, LeaderFitnessNotedDecoder.BLOCK_LENGTH,
            LeaderFitnessNotedDecoder.highestEncodingOffset() + LeaderFitnessNotedDecoder.highestEncodingLength()));
    }

    @Override
    protected void check(final LeaderFitnessNoted message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("highest", message.highest);
    }

    @Override
    protected int encode(final LeaderFitnessNoted message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .highest(message.highest);
        return encoder.limit();
    }

    @Override
    protected LeaderFitnessNoted decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.highest = decoder.highest();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
