package io.fleet.testkit.workload;

import io.fleet.machine.Command;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.Query;
import io.fleet.machine.ReadView;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.RegisterModel;
import java.util.Map;
import java.util.TreeMap;

/**
 * Many 64-bit registers, what {@link RegisterModel} says as a replicated machine. The header holds a
 * {@link RegisterInput} in the form of {@link RegisterCodec}; the payload is ballast of any length. Every operation
 * answers with one long. Reads of registers with odd keys are long: where a node has threads for such, they are
 * answered from a copy of all registers.
 */
public final class RegisterMachine implements StateMachine, ConcurrentQueries {
    /** Longer answers are longer by so many bytes, or a multiple of that. */
    static final int PIECE = 1024;

    private final Map<Long, Long> registers = new TreeMap<>();

    /** How many bytes each answer to a command has, besides the long, for each byte of the payload. */
    private final int padding;
    private final byte[] zeros = new byte[PIECE];

    /** Creates a machine whose registers are all 0. */
    public RegisterMachine() {
        this(0);
    }

    /**
     * Creates a machine whose registers are all 0 and whose answers to commands are longer.
     *
     * @param padding how many bytes of zeros each has, for each byte of the payload.
     */
    public RegisterMachine(final int padding) {
        this.padding = padding;
    }

    @Override
    public void apply(final Command command, final Reply reply) {
        final RegisterInput input = RegisterCodec.decode(command.header(), 0, command.header().capacity());
        final long before = value(input.key());
        final long after = input.valueAfter(before);
        if (after != before) {
            registers.put(input.key(), after);
        }
        reply.writeLong(input.answer(before));
        for (int left = padding * command.payload().capacity(); left > 0; left -= zeros.length) {
            reply.write(zeros);
        }
    }

    /** As a command does it that leaves a value; what is 0 and stays so is not there. */
    void set(final long key, final long value) {
        if (value != value(key)) {
            registers.put(key, value);
        }
    }

    @Override
    public void query(final Query query, final Reply reply) {
        answer(registers, query, reply);
    }

    private static void answer(final Map<Long, Long> state, final Query query, final Reply reply) {
        final RegisterInput input = RegisterCodec.decode(query.header(), 0, query.header().capacity());
        if (input.kind() != RegisterInput.Kind.READ) {
            throw new IllegalArgumentException(input.kind() + " is not a query; only READ is");
        }
        reply.writeLong(state.getOrDefault(input.key(), 0L));
    }

    @Override
    public boolean isLong(final Query query) {
        return (RegisterCodec.decode(query.header(), 0, query.header().capacity()).key() & 1) != 0;
    }

    @Override
    public ReadView view() {
        final Map<Long, Long> state = Map.copyOf(registers);
        return new ReadView() {
            @Override
            public void query(final Query query, final Reply reply) {
                answer(state, query, reply);
            }

            @Override
            public void close() {
                // It shares nothing with the machine.
            }
        };
    }

    @Override
    public void writeSnapshot(final SnapshotWriter out) {
        out.writeInt(registers.size());
        for (final Map.Entry<Long, Long> register : registers.entrySet()) {
            out.writeLong(register.getKey());
            out.writeLong(register.getValue());
        }
    }

    @Override
    public void readSnapshot(final SnapshotReader in) {
        registers.clear();
        final int count = in.readInt();
        for (int i = 0; i < count; i++) {
            final long key = in.readLong();
            registers.put(key, in.readLong());
        }
    }

    /**
     * The value of a register.
     *
     * @param key which.
     * @return its value, 0 where it was never set.
     */
    public long value(final long key) {
        return registers.getOrDefault(key, 0L);
    }
}
