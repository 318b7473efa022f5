package io.fleet.testkit.workload;

import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.SequentialModel;
import io.fleet.testkit.history.Verdict;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Registers with payloads: {@link RopeMachine}. Clients ask for what those of {@link RegisterService} ask for, each
 * command with a payload of its own, and look at every byte of every payload that they are answered.
 */
public final class RopeService implements Service<RegisterInput, Long> {
    private static final int HEADER_LENGTH = RegisterCodec.LENGTH + Long.BYTES;

    private final RegisterService registers = new RegisterService();
    private final UnsafeBuffer header = new UnsafeBuffer(new byte[HEADER_LENGTH]);
    private final UnsafeBuffer payload = new UnsafeBuffer(0, 0);
    private final ExpandableArrayBuffer told = new ExpandableArrayBuffer();
    private byte[] bytes = new byte[256];
    private Violations reports;
    private long written;

    /** Creates the service. */
    public RopeService() {
    }

    @Override
    public StateMachine newMachine(final String name, final Violations violations) {
        reports = violations;
        return new RopeMachine(name, violations);
    }

    @Override
    public StateMachine newMachine(final String name, final Violations violations, final int timerPercent) {
        return new TimedMachine(newMachine(name, violations), timerPercent, name, violations);
    }

    @Override
    public RegisterInput draw(final SplittableRandom random) {
        return registers.draw(random);
    }

    @Override
    public List<RegisterInput> finalInputs() {
        return registers.finalInputs();
    }

    @Override
    public boolean isQuery(final RegisterInput input) {
        return registers.isQuery(input);
    }

    /** Ends with the number of the payload that is asked for next. */
    @Override
    public DirectBuffer header(final RegisterInput input) {
        RegisterCodec.encode(input, header, 0);
        header.putLong(RegisterCodec.LENGTH, ++written, ByteOrder.LITTLE_ENDIAN);
        return header;
    }

    @Override
    public DirectBuffer payload(final RegisterInput input, final int ballast) {
        if (ballast > bytes.length) {
            bytes = new byte[ballast];
        }
        payload.wrap(bytes, 0, ballast);
        WrittenPayloads.write(written, payload, ballast);
        return payload;
    }

    /** What is no payload. */
    @Override
    public long answerHash(final DirectBuffer buffer, final int offset, final int length) {
        final int head = Math.min(length, RopeMachine.ANSWER_HEAD);
        told.putBytes(0, buffer, offset, head);
        int count = head;
        int at = offset + head;
        while (at + RopeMachine.PIECE_HEAD <= offset + length) {
            told.putBytes(count, buffer, at, RopeMachine.PIECE_HEAD);
            count += RopeMachine.PIECE_HEAD;
            at += RopeMachine.PIECE_HEAD + Math.max(0, buffer.getInt(at + Long.BYTES + Integer.BYTES,
                ByteOrder.LITTLE_ENDIAN));
        }
        return ApplyChecker.hashOf(told, 0, count);
    }

    @Override
    public Long answer(final DirectBuffer buffer, final int offset, final int length) {
        final String problem = problem(buffer, offset, length);
        if (problem != null) {
            reports.report("an answer of " + length + " bytes " + problem);
            return Long.MIN_VALUE;
        }
        return buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN);
    }

    private String problem(final DirectBuffer buffer, final int offset, final int length) {
        if (length < RopeMachine.ANSWER_HEAD) {
            return "has no head";
        }
        final int end = offset + length;
        int at = offset + RopeMachine.ANSWER_HEAD;
        for (int left = buffer.getInt(offset + Long.BYTES, ByteOrder.LITTLE_ENDIAN); left > 0; left--) {
            if (end - at < RopeMachine.PIECE_HEAD) {
                return "ends before its payloads do";
            }
            final long number = buffer.getLong(at, ByteOrder.LITTLE_ENDIAN);
            final int from = buffer.getInt(at + Long.BYTES, ByteOrder.LITTLE_ENDIAN);
            final int count = buffer.getInt(at + Long.BYTES + Integer.BYTES, ByteOrder.LITTLE_ENDIAN);
            at += RopeMachine.PIECE_HEAD;
            if (number < 1 || number > written || count > end - at) {
                return "has " + count + " bytes of a payload " + number + ", where " + (end - at) + " are left";
            }
            final int wrong = WrittenPayloads.difference(number, from, buffer, at, count);
            if (wrong >= 0) {
                return "has " + count + " bytes of payload " + number + " from byte " + from + " on, of which byte "
                    + wrong + " is not what was written";
            }
            at += count;
        }
        return at == end ? null : "goes on behind its payloads";
    }

    @Override
    public SequentialModel<?, RegisterInput, Long> model() {
        return registers.model();
    }

    @Override
    public Verdict check(final History<RegisterInput, Long> history,
                         final List<Operation<RegisterInput, Long>> applied) {
        return registers.check(history, applied);
    }

    @Override
    public String write(final RegisterInput input) {
        return registers.write(input);
    }

    @Override
    public RegisterInput read(final String text) {
        return registers.read(text);
    }
}
