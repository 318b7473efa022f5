package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.LeaderFitnessDecoder;
import io.fleet.wire.sbe.LeaderFitnessEncoder;

/** {@link LeaderFitness} in bytes. */
public final class LeaderFitnessCodec extends SbeCodec<LeaderFitness, LeaderFitnessEncoder, LeaderFitnessDecoder> {
    public LeaderFitnessCodec() {
        super(new LeaderFitness(), new LeaderFitnessEncoder(), new LeaderFitnessDecoder(),
            LeaderFitnessDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final LeaderFitness message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("priority", message.priority, 0, LeaderFitness.MAX_PRIORITY);
        AsciiText.check(checks, message.fullDisk, LeaderFitness.MAX_TEXT);
    }

    @Override
    protected void write(final LeaderFitness message, final LeaderFitnessEncoder encoder) {
        final byte[] text = AsciiText.bytes(message.fullDisk);
        encoder.ballot(message.ballot)
            .priority((short) message.priority)
            .able(message.able ? BooleanType.YES : BooleanType.NO)
            .leaving(message.leaving ? BooleanType.YES : BooleanType.NO)
            .putFullDisk(text, 0, text.length);
    }

    @Override
    protected boolean read(final PacketView packet, final LeaderFitnessDecoder decoder, final LeaderFitness message) {
        message.ballot = decoder.ballot();
        message.priority = decoder.priority();
        message.able = decoder.ableRaw() == BooleanType.YES.value();
        message.leaving = decoder.leavingRaw() == BooleanType.YES.value();
        if (!packet.isYesOrNo(decoder.ableRaw()) || !packet.isYesOrNo(decoder.leavingRaw())) {
            return false;
        }
        message.fullDisk = AsciiText.read(packet, decoder.limit(), LeaderFitness.MAX_TEXT);
        return message.fullDisk != null;
    }
}
