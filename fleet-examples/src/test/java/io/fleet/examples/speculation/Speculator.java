package io.fleet.examples.speculation;

import io.fleet.machine.CommandKeys;
import io.fleet.machine.SpeculativeMachine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Does with a machine what a replica does: has commands prepared by an executor, those that share a key in their order,
 * publishes the oldest, revokes the newest.
 *
 * @param <E> of the machine.
 */
public final class Speculator<E> {
    private final SpeculativeMachine<E> machine;
    private final Executor executor;
    private final Deque<Prepared> prepared = new ArrayDeque<>();

    public Speculator(final SpeculativeMachine<E> machine, final Executor executor) {
        this.machine = machine;
        this.executor = executor;
    }

    public int size() {
        return prepared.size();
    }

    /** Has a command prepared behind all others. */
    public void prepare(final Given command) {
        final Prepared next = new Prepared(command);
        machine.keys(command, next);
        final CompletableFuture<?>[] before = prepared.stream().filter(next::dependsOn).map(each -> each.done)
            .toArray(CompletableFuture[]::new);
        next.done = CompletableFuture.allOf(before).thenRunAsync(next::prepare, executor);
        prepared.add(next);
    }

    /** Publishes the oldest; its answer, or how it was refused. */
    public byte[] publish() {
        final Prepared oldest = prepared.peek();
        await(oldest);
        prepared.poll();
        if (oldest.failure != null) {
            return Answer.refused(oldest.failure);
        }
        try {
            machine.publish(oldest.effect, oldest.answer);
            return oldest.answer.toBytes();
        } catch (final RuntimeException e) {
            return Answer.refused(e);
        }
    }

    /** Revokes the newest ones; the commands in their order. */
    public List<Given> revoke(final int count) {
        prepared.forEach(this::await);
        final List<Given> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final Prepared newest = prepared.pollLast();
            if (newest.failure == null) {
                machine.revoke(newest.effect);
            }
            commands.add(0, newest.command);
        }
        return commands;
    }

    private void await(final Prepared command) {
        while (executor instanceof AnyOrder && !command.done.isDone()) {
            ((AnyOrder) executor).runOne();
        }
        command.done.join();
    }

    private final class Prepared implements CommandKeys {
        private final Given command;
        private final Set<Long> keys = new HashSet<>();
        private final Answer answer = new Answer();
        private boolean all;
        private CompletableFuture<Void> done;
        private E effect;
        private RuntimeException failure;

        Prepared(final Given command) {
            this.command = command;
        }

        @Override
        public void add(final long key) {
            keys.add(key);
        }

        @Override
        public void all() {
            all = true;
        }

        boolean dependsOn(final Prepared before) {
            return all || before.all || keys.stream().anyMatch(before.keys::contains);
        }

        void prepare() {
            try {
                effect = machine.prepare(command, answer);
            } catch (final RuntimeException e) {
                failure = e;
            }
        }
    }
}
