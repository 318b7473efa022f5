package io.fleet.testkit.workload;

import io.fleet.machine.Command;
import io.fleet.machine.CommandKeys;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SessionEnd;
import io.fleet.machine.ShippedEffects;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.sim.SimHash;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * {@link RegisterMachine} as a machine that speculates: it answers the same, and has the same snapshots. A draft notes
 * what it was prepared upon, the timers and sessions that had come among it, and has to find that when it is published.
 * A few commands, by their bytes, may touch all registers, and some answers are given when they are published.
 */
public final class SpeculativeRegisters implements ShippedEffects<SpeculativeRegisters.Draft>, ConcurrentQueries {
    private static final int ALL_ONE_IN = 16;
    private static final int LATE_ONE_IN = 4;
    private static final int UNREADABLE_ONE_IN = 32;
    private static final int NOT_SHIPPED_ONE_IN = 16;
    private static final int EFFECT_LENGTH = RegisterCodec.LENGTH + Long.BYTES + Integer.BYTES + 1;

    private final RegisterMachine published;
    private final String name;
    private final Violations violations;
    private final int padding;
    private final byte[] zeros = new byte[RegisterMachine.PIECE];
    private final List<Draft> drafts = new ArrayList<>();
    /** A hash of the timers and sessions that it was told of. */
    private long told = SimHash.START;
    private long prepared;

    /** What a command will have done. */
    public static final class Draft {
        private final RegisterInput input;
        private final long before;
        private final long told;
        private final boolean isAnswered;
        private final int zeros;
        private final long number;

        private Draft(final RegisterInput input, final long before, final long told, final boolean isAnswered,
                      final int zeros, final long number) {
            this.input = input;
            this.before = before;
            this.told = told;
            this.isAnswered = isAnswered;
            this.zeros = zeros;
            this.number = number;
        }

        private long after() {
            return input.valueAfter(before);
        }
    }

    /**
     * Creates a machine whose registers are all 0.
     *
     * @param padding    as for {@link RegisterMachine}.
     * @param name       who this is, for messages.
     * @param violations where it reports.
     */
    public SpeculativeRegisters(final int padding, final String name, final Violations violations) {
        published = new RegisterMachine(padding);
        this.padding = padding;
        this.name = name;
        this.violations = violations;
    }

    private static RegisterInput input(final Query command) {
        return RegisterCodec.decode(command.header(), 0, command.header().capacity());
    }

    @Override
    public void keys(final Command command, final CommandKeys keys) {
        final RegisterInput input = input(command);
        if (input.argument() % ALL_ONE_IN == 1) {
            keys.all();
        }
        keys.add(input.key());
    }

    @Override
    public Draft prepare(final Command command, final Reply reply) {
        final RegisterInput input = input(command);
        long before = published.value(input.key());
        for (final Draft draft : drafts) {
            before = draft.input.key() == input.key() ? draft.after() : before;
        }
        final Draft draft = new Draft(input, before, told, command.sequence() % LATE_ONE_IN != 0,
            padding * command.payload().capacity(), prepared);
        prepared++;
        drafts.add(draft);
        if (draft.isAnswered) {
            answer(draft, reply);
        }
        return draft;
    }

    private void answer(final Draft draft, final Reply reply) {
        reply.writeLong(draft.input.answer(draft.before));
        for (int left = draft.zeros; left > 0; left -= zeros.length) {
            reply.write(zeros);
        }
    }

    @Override
    public void publish(final Draft draft, final Reply reply) {
        final long now = published.value(draft.input.key());
        if (now != draft.before) {
            violations.report(name + ": a command was prepared upon " + draft.before + " in register "
                + draft.input.key() + ", and is published upon " + now + " (V2, V6, V7)");
        }
        if (told != draft.told) {
            violations.report(name + ": between a command and what it was prepared upon there was a timer, or a session"
                + " that opened or ended (V4, V6)");
        }
        if (!drafts.remove(draft)) {
            violations.report(name + ": a draft is published that is not there");
        }
        published.set(draft.input.key(), draft.after());
        if (!draft.isAnswered) {
            answer(draft, reply);
        }
    }

    @Override
    public int effectsFormat() {
        return 1;
    }

    @Override
    public int writeEffect(final Draft draft, final MutableDirectBuffer buffer) {
        if (draft.input.argument() % NOT_SHIPPED_ONE_IN == 2) {
            return NOT_SHIPPED;
        }
        RegisterCodec.encode(draft.input, buffer, 0);
        buffer.putLong(RegisterCodec.LENGTH, draft.before);
        buffer.putInt(RegisterCodec.LENGTH + Long.BYTES, draft.zeros);
        buffer.putByte(EFFECT_LENGTH - 1, (byte) (draft.isAnswered ? 1 : 0));
        return EFFECT_LENGTH;
    }

    @Override
    public Draft insertEffect(final DirectBuffer buffer, final int offset, final int length) {
        final RegisterInput input = RegisterCodec.decode(buffer, offset, RegisterCodec.LENGTH);
        if (length != EFFECT_LENGTH) {
            violations.report(name + ": an effect of " + EFFECT_LENGTH + " bytes has come as one of " + length);
        }
        if (input.argument() % UNREADABLE_ONE_IN == 3) {
            throw new IllegalArgumentException("such effects are not read, as a test of those who read them");
        }
        final Draft draft = new Draft(input, buffer.getLong(offset + RegisterCodec.LENGTH), told,
            buffer.getByte(offset + EFFECT_LENGTH - 1) == 1,
            buffer.getInt(offset + RegisterCodec.LENGTH + Long.BYTES), prepared);
        prepared++;
        drafts.add(draft);
        return draft;
    }

    @Override
    public void revoke(final Draft draft) {
        if (!drafts.remove(draft)) {
            violations.report(name + ": a draft is revoked that is not there");
        }
        for (final Draft other : drafts) {
            if (other.input.key() == draft.input.key() && other.number > draft.number) {
                violations.report(name + ": a draft is revoked before what was prepared upon it (V2)");
            }
        }
    }

    private void happened(final String what, final long id) {
        if (!drafts.isEmpty()) {
            violations.report(name + ": " + what + " " + id + " comes while there are " + drafts.size()
                + " drafts (V4, V6)");
        }
        told = SimHash.mix(told, id);
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        happened("timer", timerId);
    }

    @Override
    public void onSessionOpened(final long sessionId) {
        happened("the beginning of session", sessionId);
    }

    @Override
    public void onSessionClosed(final long sessionId, final SessionEnd reason) {
        happened("the end of session", sessionId);
    }

    @Override
    public void query(final Query query, final Reply reply) {
        published.query(query, reply);
    }

    @Override
    public boolean isLong(final Query query) {
        return published.isLong(query);
    }

    @Override
    public ReadView view() {
        return published.view();
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        published.writeSnapshot(out);
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        published.readSnapshot(in);
    }
}
