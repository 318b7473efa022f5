package io.fleet.ec.wire;

import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.ec.wire.sbe.BooleanType;
import io.fleet.ec.wire.sbe.StepsDecoder;
import io.fleet.ec.wire.sbe.StepsEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;

/** {@link Steps} in bytes. */
final class StepsCodec extends SbeCodec<Steps, StepsEncoder, StepsDecoder> {
    private static final int LEAST_LINE_LENGTH = StepsDecoder.LinesDecoder.nameEncodingOffset()
        + StepsDecoder.LinesDecoder.nameEncodingLength();

    StepsCodec() {
        super(new Steps(), new StepsEncoder(), new StepsDecoder(),
            StepsDecoder.livesEncodingOffset() + StepsDecoder.livesEncodingLength());
    }

    @Override
    protected void check(final Steps message, final FieldChecks checks) {
        checks.range("count", message.count, 0, Steps.MAX_STEPS);
        final int count = Math.min(message.count, Steps.MAX_STEPS);
        for (int i = 0; i < count; i++) {
            final StepLine line = message.steps[i];
            checks.range("slot", line.slot, 1, FieldChecks.MAX_NUMBER);
            checks.range("kind", line.kind, StepLine.PROPOSAL, StepLine.VOTE);
            checks.range("phase", line.phase, 0, StepLine.MAX_PHASE);
            checks.range("value", line.value, 0, StepLine.MAX_VALUE);
            EntryNameFields.check(line.name, checks);
        }
    }

    @Override
    protected void write(final Steps message, final StepsEncoder encoder) {
        encoder.lives(message.lives);
        final StepsEncoder.LinesEncoder lines = encoder.linesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            final StepLine line = message.steps[i];
            lines.next()
                .slot(line.slot)
                .kind((short) line.kind)
                .phase((short) line.phase)
                .value((short) line.value)
                .isAgain(line.isAgain ? BooleanType.YES : BooleanType.NO);
            EntryNameFields.write(line.name, lines.name());
        }
    }

    @Override
    protected boolean read(final PacketView packet, final StepsDecoder decoder, final Steps message) {
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Steps.MAX_STEPS)) {
            return false;
        }
        message.lives = decoder.lives();
        message.count = 0;
        final StepsDecoder.LinesDecoder lines = decoder.lines();
        while (lines.hasNext()) {
            lines.next();
            if (!packet.isYesOrNo(lines.isAgainRaw())) {
                return false;
            }
            final StepLine line = message.next();
            line.slot = lines.slot();
            line.kind = lines.kind();
            line.phase = lines.phase();
            line.value = lines.value();
            line.isAgain = lines.isAgain() == BooleanType.YES;
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit());
    }
}
