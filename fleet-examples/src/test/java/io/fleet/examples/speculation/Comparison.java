package io.fleet.examples.speculation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.fleet.machine.SpeculativeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.local.MachineHarness;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Random commands, prepared early in random batches, some revoked and prepared again at another time or never, against
 * a plain machine that applies them in order: answers, what queries see meanwhile, and snapshots.
 *
 * @param <E> of the machine.
 */
public final class Comparison<E> {
    private final StateMachine plain;
    private final SpeculativeMachine<E> early;
    private final Speculator<E> speculator;
    private final Random random;
    private final Supplier<Given> commands;
    private final Supplier<Given> queries;
    private final Runnable whenEmpty;
    private final Deque<Given> todo = new ArrayDeque<>();
    private final Deque<Given> ahead = new ArrayDeque<>();
    private long published = 1_000;
    private int ghosts;

    public Comparison(final StateMachine plain, final SpeculativeMachine<E> early, final Executor executor,
                      final Random random, final Supplier<Given> commands, final Supplier<Given> queries,
                      final Runnable whenEmpty) {
        this.plain = plain;
        this.early = early;
        this.random = random;
        this.commands = commands;
        this.queries = queries;
        this.whenEmpty = whenEmpty;
        speculator = new Speculator<>(early, executor);
    }

    /** Until so many commands are published. */
    public void run(final int count) {
        int done = 0;
        while (done < count) {
            switch (random.nextInt(16)) {
                case 0 -> revoke();
                case 1 -> haunt();
                case 2 -> {
                    final Given query = queries.get().at(published);
                    assertArrayEquals(Answer.query(plain, query), Answer.query(early, query));
                }
                case 3, 4, 5, 6, 7, 8 -> prepare();
                default -> done += publish();
            }
        }
        compareAll();
    }

    private void prepare() {
        for (int left = ghosts > 0 ? 0 : random.nextInt(8); left > 0 && ahead.size() < 40; left--) {
            final Given next = (todo.isEmpty() ? commands.get() : todo.poll()).at(later());
            ahead.add(next);
            speculator.prepare(next);
        }
    }

    private long later() {
        final long before = ahead.isEmpty() ? published : ahead.peekLast().timeMillis();
        return before + (random.nextInt(3) == 0 ? random.nextInt(40) : 0);
    }

    /** What is never chosen. */
    private void haunt() {
        for (int left = random.nextInt(4); left > 0; left--) {
            speculator.prepare(commands.get().at(later()));
            ghosts++;
        }
    }

    private void revoke() {
        speculator.revoke(ghosts);
        ghosts = 0;
        final int count = random.nextInt(ahead.size() + 1);
        speculator.revoke(count);
        for (int i = 0; i < count; i++) {
            todo.addFirst(ahead.pollLast());
        }
        if (ahead.isEmpty()) {
            compareAll();
        }
    }

    private int publish() {
        if (ahead.isEmpty()) {
            return 0;
        }
        final Given next = ahead.poll();
        published = next.timeMillis();
        assertArrayEquals(Answer.of(plain, next), speculator.publish());
        return 1;
    }

    private void compareAll() {
        speculator.revoke(ghosts);
        ghosts = 0;
        while (!ahead.isEmpty()) {
            publish();
        }
        whenEmpty.run();
        assertArrayEquals(new MachineHarness(plain).snapshot(), new MachineHarness(early).snapshot());
    }
}
