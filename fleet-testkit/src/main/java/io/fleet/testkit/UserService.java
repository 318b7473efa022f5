package io.fleet.testkit;

import io.fleet.machine.ShippedEffects;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.checker.machine.ApplyChecker;
import io.fleet.testkit.checker.machine.CheckedMachine;
import io.fleet.testkit.checker.machine.ShadowedMachine;
import io.fleet.testkit.checker.machine.ShippingChecker;
import io.fleet.testkit.checker.machine.SpeculationChecker;
import io.fleet.testkit.history.History;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.SequentialModel;
import io.fleet.testkit.history.Verdict;
import io.fleet.testkit.workload.Service;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A user's machine, requests and model as what a simulated group serves. */
final class UserService implements Service<Request, byte[]> {
    private static final int SHADOW_INTERVAL = 16;
    private static final int AT_END = 8;

    private final Supplier<? extends StateMachine> machines;
    private final Function<? super RandomGenerator, Request> requests;
    private final @Nullable SequentialModel<?, Request, byte[]> model;
    private final List<Request> finalInputs;
    private final boolean usesPayloads;
    private final UnsafeBuffer header = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer payload = new UnsafeBuffer(0, 0);

    /** The model is null where there is none; the seed decides what is asked at the end. */
    UserService(final Supplier<? extends StateMachine> machines,
                final Function<? super RandomGenerator, Request> requests,
                final @Nullable SequentialModel<?, Request, byte[]> model, final long seed) {
        this.machines = machines;
        this.requests = requests;
        usesPayloads = machines.get().usesPayloads();
        this.model = model;
        final SplittableRandom random = new SplittableRandom(seed);
        finalInputs = Stream.generate(() -> requests.apply(random)).limit(AT_END).toList();
    }

    @Override
    public StateMachine newMachine(final String name, final Violations violations) {
        return new ShadowedMachine(name, machines, SHADOW_INTERVAL, violations);
    }

    @Override
    public StateMachine watched(final String name, final CheckedMachine plain, final boolean ships,
                                final Violations violations) {
        final StateMachine machine = machines.get();
        if (!(machine instanceof SpeculativeMachine<?> speculative)) {
            return plain;
        }
        final StateMachine innermost = ((ShadowedMachine) plain.machine()).machine();
        return ships && machine instanceof ShippedEffects<?> shipping
            ? new ShippingChecker<>(name, shipping, plain, innermost, true, violations)
            : new SpeculationChecker<>(name, speculative, plain, innermost, true, violations);
    }

    @Override
    public Request draw(final SplittableRandom random) {
        return requests.apply(random);
    }

    @Override
    public List<Request> finalInputs() {
        return finalInputs;
    }

    @Override
    public boolean isQuery(final Request input) {
        return input.isQuery();
    }

    @Override
    public DirectBuffer header(final Request input) {
        header.wrap(input.header());
        return header;
    }

    @Override
    public DirectBuffer payload(final Request input, final int ballast) {
        payload.wrap(input.payload());
        return payload;
    }

    @Override
    public byte[] answer(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return bytes;
    }

    /** What a machine returns by handles it does not see. */
    @Override
    public long answerHash(final DirectBuffer buffer, final int offset, final int length) {
        return usesPayloads ? ApplyChecker.UNKNOWN_ANSWER : ApplyChecker.hashOf(buffer, offset, length);
    }

    @Override
    public @Nullable SequentialModel<?, Request, byte[]> model() {
        return model;
    }

    @Override
    public Verdict check(final History<Request, byte[]> history, final List<Operation<Request, byte[]>> applied) {
        return model == null ? new Verdict(Verdict.Kind.LINEARIZABLE, "", 0)
            : new LinearizabilityChecker<>(model).check(history, applied);
    }

    @Override
    public String write(final Request input) {
        return input.toString();
    }

    @Override
    public Request read(final String text) {
        return Request.parse(text);
    }
}
