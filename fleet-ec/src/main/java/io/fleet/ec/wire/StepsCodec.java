package io.fleet.ec.wire;

import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.ec.wire.sbe.BooleanType;
import io.fleet.ec.wire.sbe.StepsDecoder;
import io.fleet.ec.wire.sbe.StepsEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link Steps} in bytes. */
final class StepsCodec extends MessageCodec<Steps> {
    private static final int LEAST_LINE_LENGTH = StepsDecoder.LinesDecoder.nameEncodingOffset()
        + StepsDecoder.LinesDecoder.nameEncodingLength();

    private final Steps message = new Steps();
    private final StepsEncoder encoder = new StepsEncoder();
    private final StepsDecoder decoder = new StepsDecoder();

    StepsCodec() {
        super(Steps.class, new MessageLayout(
            StepsDecoder.SCHEMA_ID, StepsDecoder.SCHEMA_VERSION,
            StepsDecoder.TEMPLATE_ID, StepsDecoder.BLOCK_LENGTH,
            StepsDecoder.livesEncodingOffset() + StepsDecoder.livesEncodingLength()));
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
    protected int encode(final Steps message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).lives(message.lives);
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
        return encoder.limit();
    }

    @Override
    protected Steps decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        if (!packet.hasGroup(decoder.limit(), LEAST_LINE_LENGTH, Steps.MAX_STEPS)) {
            return null;
        }
        message.lives = decoder.lives();
        message.count = 0;
        final StepsDecoder.LinesDecoder lines = decoder.lines();
        while (lines.hasNext()) {
            lines.next();
            if (!packet.isYesOrNo(lines.isAgainRaw())) {
                return null;
            }
            final StepLine line = message.next();
            line.slot = lines.slot();
            line.kind = lines.kind();
            line.phase = lines.phase();
            line.value = lines.value();
            line.isAgain = lines.isAgain() == BooleanType.YES;
            EntryNameFields.read(lines.name(), line.name);
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
