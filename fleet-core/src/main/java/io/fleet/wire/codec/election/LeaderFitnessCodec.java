package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.LeaderFitnessDecoder;
import io.fleet.wire.sbe.LeaderFitnessEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaderFitness} in bytes. */
public final class LeaderFitnessCodec extends MessageCodec<LeaderFitness> {
    private final LeaderFitness message = new LeaderFitness();
    private final LeaderFitnessEncoder encoder = new LeaderFitnessEncoder();
    private final LeaderFitnessDecoder decoder = new LeaderFitnessDecoder();

    public LeaderFitnessCodec() {
        super(LeaderFitness.class, new MessageLayout(
            LeaderFitnessDecoder.SCHEMA_ID, LeaderFitnessDecoder.SCHEMA_VERSION,
            LeaderFitnessDecoder.TEMPLATE_ID, LeaderFitnessDecoder.BLOCK_LENGTH,
            LeaderFitnessDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final LeaderFitness message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("priority", message.priority, 0, LeaderFitness.MAX_PRIORITY);
        AsciiText.check(checks, message.fullDisk, LeaderFitness.MAX_TEXT);
    }

    @Override
    protected int encode(final LeaderFitness message, final MutableDirectBuffer buffer) {
        final byte[] text = AsciiText.bytes(message.fullDisk);
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .priority((short) message.priority)
            .able(message.able ? BooleanType.YES : BooleanType.NO)
            .leaving(message.leaving ? BooleanType.YES : BooleanType.NO)
            .putFullDisk(text, 0, text.length);
        return encoder.limit();
    }

    @Override
    protected LeaderFitness decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.priority = decoder.priority();
        message.able = decoder.ableRaw() == BooleanType.YES.value();
        message.leaving = decoder.leavingRaw() == BooleanType.YES.value();
        if (!packet.isYesOrNo(decoder.ableRaw()) || !packet.isYesOrNo(decoder.leavingRaw())) {
            return null;
        }
        message.fullDisk = AsciiText.read(packet, decoder.limit(), LeaderFitness.MAX_TEXT);
        return message.fullDisk != null ? message : null;
    }
}
