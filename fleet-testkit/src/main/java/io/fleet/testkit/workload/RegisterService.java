package io.fleet.testkit.workload;

import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.checker.machine.ShippingChecker;
import io.fleet.testkit.checker.machine.SpeculationChecker;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.RegisterModel;
import io.fleet.testkit.history.SequentialModel;
import io.fleet.testkit.history.Verdict;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Registers: {@link RegisterMachine}, its commands with ballast of any length, and {@link RegisterModel}. */
public class RegisterService implements Service<RegisterInput, Long> {
    private static final int KEYS = 24;
    private static final int NOT_SPECULATIVE = -1;

    private final Supplier<? extends StateMachine> machines;
    private final UnsafeBuffer header = new UnsafeBuffer(new byte[RegisterCodec.LENGTH]);
    private final UnsafeBuffer payload = new UnsafeBuffer(0, 0);
    private final int padding;
    private byte[] zeros = new byte[256];

    /** Creates the service. */
    public RegisterService() {
        this(0);
    }

    /**
     * Creates the service with longer answers.
     *
     * @param padding as for {@link RegisterMachine}.
     */
    public RegisterService(final int padding) {
        machines = () -> new RegisterMachine(padding);
        this.padding = padding;
    }

    /**
     * Creates the service of another machine that answers register operations.
     *
     * @param machines makes it.
     */
    public RegisterService(final Supplier<? extends StateMachine> machines) {
        this.machines = machines;
        padding = NOT_SPECULATIVE;
    }

    @Override
    public StateMachine newMachine(final String name, final Violations violations) {
        return machines.get();
    }

    /** Whether or not there are timers, sessions are watched. */
    @Override
    public StateMachine newMachine(final String name, final Violations violations, final int timerPercent) {
        return new TimedMachine(newMachine(name, violations), timerPercent, name, violations);
    }

    @Override
    public StateMachine watched(final String name, final CheckedMachine plain, final boolean ships,
                                final Violations violations) {
        if (padding == NOT_SPECULATIVE) {
            return plain;
        }
        final var machine = new SpeculativeRegisters(padding, name, violations);
        return ships ? new ShippingChecker<>(name, machine, plain, innermost(plain), false, violations)
            : new SpeculationChecker<>(name, machine, plain, innermost(plain), false, violations);
    }

    /**
     * The registers that the checkers of a replica are around.
     *
     * @param plain the outermost of them.
     * @return the machine.
     */
    public static StateMachine innermost(final CheckedMachine plain) {
        return plain.machine() instanceof TimedMachine timed ? timed.machine() : plain.machine();
    }

    @Override
    public RegisterInput draw(final SplittableRandom random) {
        final int key = random.nextInt(KEYS);
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> RegisterInput.read(key);
            case 3, 4, 5 -> RegisterInput.set(key, random.nextLong(1, 1 << 20));
            case 6, 7, 8 -> RegisterInput.add(key, 1 + random.nextInt(100));
            default -> RegisterInput.compareAndSet(key, 0, 1 + random.nextInt(100));
        };
    }

    /** One read of every register: what was acknowledged must be there. */
    @Override
    public List<RegisterInput> finalInputs() {
        final List<RegisterInput> reads = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            reads.add(RegisterInput.read(key));
        }
        return reads;
    }

    @Override
    public boolean isQuery(final RegisterInput input) {
        return input.kind() == RegisterInput.Kind.READ;
    }

    @Override
    public DirectBuffer header(final RegisterInput input) {
        RegisterCodec.encode(input, header, 0);
        return header;
    }

    @Override
    public DirectBuffer payload(final RegisterInput input, final int ballast) {
        if (ballast > zeros.length) {
            zeros = new byte[ballast];
        }
        payload.wrap(zeros, 0, ballast);
        return payload;
    }

    @Override
    public Long answer(final DirectBuffer buffer, final int offset, final int length) {
        return length >= Long.BYTES && (length - Long.BYTES) % RegisterMachine.PIECE == 0
            ? buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN) : Long.MIN_VALUE;
    }

    @Override
    public SequentialModel<?, RegisterInput, Long> model() {
        return new RegisterModel();
    }

    @Override
    public Verdict check(final History<RegisterInput, Long> history,
                         final List<Operation<RegisterInput, Long>> applied) {
        return new LinearizabilityChecker<>(new RegisterModel()).check(history, applied);
    }

    @Override
    public String write(final RegisterInput input) {
        final String start = input.kind().name().toLowerCase(Locale.ROOT) + ' ' + input.key();
        return switch (input.kind()) {
            case READ -> start;
            case SET, ADD -> start + ' ' + input.argument();
            case COMPARE_AND_SET -> start + ' ' + input.expected() + ' ' + input.argument();
        };
    }

    @Override
    public RegisterInput read(final String text) {
        final String[] words = text.trim().split(" +");
        for (final RegisterInput.Kind kind : RegisterInput.Kind.values()) {
            final int numbers = switch (kind) {
                case READ -> 1;
                case SET, ADD -> 2;
                case COMPARE_AND_SET -> 3;
            };
            if (kind.name().toLowerCase(Locale.ROOT).equals(words[0]) && words.length == 1 + numbers) {
                final long key = number(words[1], text);
                final long last = numbers > 1 ? number(words[numbers], text) : 0;
                return new RegisterInput(kind, key, last, numbers > 2 ? number(words[2], text) : 0);
            }
        }
        throw new IllegalArgumentException("'" + text + "' is no operation: read KEY, set KEY VALUE, add KEY DELTA, "
            + "compare_and_set KEY EXPECTED VALUE");
    }

    private static long number(final String word, final String text) {
        try {
            return Long.parseLong(word);
        } catch (final NumberFormatException e) {
            throw new IllegalArgumentException("'" + word + "' in '" + text + "' is no whole number", e);
        }
    }
}
