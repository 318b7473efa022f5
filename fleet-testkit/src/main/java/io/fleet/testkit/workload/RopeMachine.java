package io.fleet.testkit.workload;

import io.fleet.machine.Command;
import io.fleet.machine.MachineContext;
import io.fleet.machine.Payload;
import io.fleet.machine.PayloadNeeds;
import io.fleet.machine.Payloads;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.RegisterInput;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

/**
 * Registers that use payload handles (rule C1): each keeps, beside its number, a <em>rope</em> of payloads, or of parts
 * of long ones, that came with the commands that made it. An answer is the number, how many payloads follow, and for
 * each of them its own number, its first byte in what was written, its length, and its bytes. What
 * <ul>
 * <li>sets a register, answers with what it replaces, and forgets that;</li>
 * <li>adds, answers with the whole rope, of which the oldest part is forgotten where it has become long;</li>
 * <li>finds another value than expected, answers with its own payload, which is not kept.</li>
 * </ul>
 * Some commands look into their own payload, some into the oldest one of the rope, and some queries of the log into the
 * newest one. Whatever bytes are looked at must be those that were written.
 */
public final class RopeMachine implements StateMachine {
    /** Of a rope. */
    static final int MOST_PIECES = 5;
    /** What is kept of a longer payload. */
    static final int LONGEST_PIECE = 6_000;
    /** Bytes in an answer that are no payload: of all, and of each piece. */
    static final int ANSWER_HEAD = Long.BYTES + Integer.BYTES;
    /** See {@link #ANSWER_HEAD}. */
    static final int PIECE_HEAD = Long.BYTES + 2 * Integer.BYTES;
    /** Of so many commands one looks into its own payload, and one into another. */
    private static final int LOOKS_IN = 8;

    private final String name;
    private final Violations violations;
    private final Map<Long, Rope> ropes = new TreeMap<>();
    private Payloads payloads;

    /** A payload, or a part of one, and which. */
    private record Piece(long number, int from, long lsn, Payload payload) {
    }

    /** What a register holds. */
    private static final class Rope {
        private final Deque<Piece> pieces = new ArrayDeque<>();
        private long value;
    }

    /**
     * Creates a machine whose registers are all 0.
     *
     * @param name       who this is, for messages.
     * @param violations where it reports.
     */
    public RopeMachine(final String name, final Violations violations) {
        this.name = name;
        this.violations = violations;
    }

    @Override
    public void onStart(final MachineContext context) {
        payloads = context.payloads();
    }

    @Override
    public boolean usesPayloads() {
        return true;
    }

    @Override
    public boolean looksInto(final DirectBuffer header) {
        return WrittenPayloads.number(header) % LOOKS_IN == 0;
    }

    private static boolean looksElsewhere(final DirectBuffer header) {
        return WrittenPayloads.number(header) % LOOKS_IN == 1;
    }

    /** Beside the log, nobody looks into what is placed. */
    private static boolean looksElsewhere(final Query query) {
        return query.sessionId() != 0 && looksElsewhere(query.header());
    }

    @Override
    public void prepare(final Query command, final PayloadNeeds needs) {
        final Rope rope = ropes.get(input(command).key());
        if (rope != null && looksElsewhere(command)) {
            rope.pieces.forEach(piece -> needs.bytes(piece.payload));
        }
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        final RegisterInput input = input(command);
        final long number = WrittenPayloads.number(command.header());
        final Rope rope = ropes.computeIfAbsent(input.key(), key -> new Rope());
        look(command, rope);
        if (looksInto(command.header())) {
            compare(number, 0, command.payload(), "its own");
        }
        final long before = rope.value;
        rope.value = input.valueAfter(before);
        switch (input.kind()) {
            case ADD -> {
                keep(rope, number, command);
                answer(input.answer(before), rope.pieces, reply);
            }
            case SET -> replace(rope, input.answer(before), number, command, reply);
            case COMPARE_AND_SET -> {
                if (before == input.expected()) {
                    replace(rope, input.answer(before), number, command, reply);
                } else {
                    final Deque<Piece> own = new ArrayDeque<>();
                    own.add(piece(number, command));
                    answer(input.answer(before), own, reply);
                }
            }
            default -> answer(input.answer(before), rope.pieces, reply);
        }
    }

    /** The answer holds what is forgotten. */
    private void replace(final Rope rope, final long answer, final long number, final Command command,
                         final Reply reply) {
        answer(answer, rope.pieces, reply);
        rope.pieces.forEach(piece -> payloads.forget(piece.payload));
        rope.pieces.clear();
        keep(rope, number, command);
    }

    private void keep(final Rope rope, final long number, final Command command) {
        final Piece piece = piece(number, command);
        rope.pieces.add(new Piece(number, piece.from, piece.lsn, payloads.place(piece.payload)));
        if (rope.pieces.size() > MOST_PIECES) {
            payloads.forget(rope.pieces.remove().payload);
        }
    }

    /** The payload that came, or as much of it as is kept: where that begins, its number decides. */
    private static Piece piece(final long number, final Command command) {
        final Payload whole = command.handle();
        final int over = whole.length() - LONGEST_PIECE;
        final int from = over > 0 ? (int) (number * 31 % (over + 1)) : 0;
        return new Piece(number, from, command.lsn(), over > 0 ? whole.slice(from, LONGEST_PIECE) : whole);
    }

    @Override
    public void onTimer(final long timerId, final long timeMillis) {
        final Rope rope = ropes.get(timerId);
        if (rope != null && rope.pieces.size() > 1) {
            payloads.forget(rope.pieces.remove().payload);
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        final RegisterInput input = input(query);
        if (input.kind() != RegisterInput.Kind.READ) {
            throw new IllegalArgumentException(input.kind() + " is not a query; only READ is");
        }
        final Rope rope = ropes.getOrDefault(input.key(), new Rope());
        look(query, rope);
        answer(rope.value, rope.pieces, reply);
    }

    private void look(final Query command, final Rope rope) {
        if (looksElsewhere(command)) {
            rope.pieces.forEach(piece -> compare(piece.number, piece.from, payloads.bytes(piece.payload),
                "one that is placed"));
        }
    }

    private void compare(final long number, final int from, final DirectBuffer bytes, final String which) {
        final int wrong = WrittenPayloads.difference(number, from, bytes, 0, bytes.capacity());
        if (wrong >= 0) {
            violations.report(name + " looks into a payload, " + which + ", number " + number + ": byte " + wrong
                + " of " + bytes.capacity() + " is not what was written");
        }
    }

    private static void answer(final long answer, final Iterable<Piece> pieces, final Reply reply) {
        int count = 0;
        for (final Piece piece : pieces) {
            count += piece.payload.length() == 0 ? 0 : 1;
        }
        reply.writeLong(answer).writeInt(count);
        for (final Piece piece : pieces) {
            if (piece.payload.length() > 0) {
                reply.writeLong(piece.number).writeInt(piece.from).writeInt(piece.payload.length())
                    .write(piece.payload);
            }
        }
    }

    private static RegisterInput input(final Query command) {
        return RegisterCodec.decode(command.header(), 0, command.header().capacity() - Long.BYTES);
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(ropes.size());
        ropes.forEach((key, rope) -> {
            out.writeLong(key);
            out.writeLong(rope.value);
            out.writeInt(rope.pieces.size());
            for (final Piece piece : rope.pieces) {
                out.writeLong(piece.number);
                out.writeInt(piece.from);
                out.writeLong(piece.lsn);
                payloads.write(piece.payload, out);
            }
        });
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        ropes.clear();
        for (int left = in.readInt(); left > 0; left--) {
            final Rope rope = new Rope();
            ropes.put(in.readLong(), rope);
            rope.value = in.readLong();
            for (int pieces = in.readInt(); pieces > 0; pieces--) {
                rope.pieces.add(new Piece(in.readLong(), in.readInt(), in.readLong(), payloads.read(in)));
            }
        }
    }

    /**
     * Tells of the LSNs of all entries whose payloads the state refers to.
     *
     * @param consumer takes each, some several times.
     */
    public void forEachReferenced(final java.util.function.LongConsumer consumer) {
        for (final Iterator<Rope> each = ropes.values().iterator(); each.hasNext();) {
            each.next().pieces.stream().filter(piece -> piece.payload.length() > 0)
                .forEach(piece -> consumer.accept(piece.lsn));
        }
    }
}
