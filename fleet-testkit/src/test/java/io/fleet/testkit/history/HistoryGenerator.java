package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes histories of concurrent clients that use real, atomic registers, some of whose outcomes get lost. */
final class HistoryGenerator {
    private final Random random;
    private final int clients;
    private final int keys;
    private final double lost;
    private final Map<Long, Long> registers = new HashMap<>();
    private final List<Pending> pending = new ArrayList<>();
    private final History<RegisterInput, Long> history = new History<>();
    private final Map<Long, Long> replaced = new HashMap<>();
    private long nextValue = 1;
    private double stale;

    private static final class Pending {
        final int operation;
        final long client;
        final RegisterInput input;
        Long output;

        Pending(final int operation, final long client, final RegisterInput input) {
            this.operation = operation;
            this.client = client;
            this.input = input;
        }
    }

    HistoryGenerator(final long seed, final int clients, final int keys, final double lost) {
        random = new Random(seed);
        this.clients = clients;
        this.keys = keys;
        this.lost = lost;
    }

    /** Lets so many of the reads answer what was replaced last, not what is there. */
    HistoryGenerator stale(final double probability) {
        stale = probability;
        return this;
    }

    History<RegisterInput, Long> generate(final int operations) {
        long now = 0;
        final List<Long> idle = new ArrayList<>();
        for (long client = 0; client < clients; client++) {
            idle.add(client);
        }
        int invoked = 0;
        while (invoked < operations || !pending.isEmpty()) {
            now++;
            if (invoked < operations && !idle.isEmpty() && random.nextInt(3) > 0) {
                final long client = idle.remove(random.nextInt(idle.size()));
                final RegisterInput input = input();
                pending.add(new Pending(history.invoke(client, input, now), client, input));
                invoked++;
            } else if (!pending.isEmpty()) {
                step(pending.get(random.nextInt(pending.size())), idle, now);
            }
        }
        return history;
    }

    private void step(final Pending chosen, final List<Long> idle, final long now) {
        if (chosen.output == null && random.nextDouble() >= lost / 2) {
            final long before = registers.getOrDefault(chosen.input.key(), 0L);
            final long after = chosen.input.valueAfter(before);
            if (chosen.input.kind() == RegisterInput.Kind.READ && random.nextDouble() < stale) {
                chosen.output = replaced.getOrDefault(chosen.input.key(), 0L);
                return;
            }
            if (after != before) {
                replaced.put(chosen.input.key(), before);
            }
            registers.put(chosen.input.key(), after);
            chosen.output = chosen.input.answer(before);
            return;
        }
        pending.remove(chosen);
        idle.add(chosen.client);
        if (chosen.output == null) {
            if (random.nextBoolean()) {
                history.notApplied(chosen.operation, now);
            } else {
                history.unknown(chosen.operation, now);
            }
        } else if (random.nextDouble() < lost) {
            history.unknown(chosen.operation, now);
        } else {
            history.ok(chosen.operation, chosen.output, now);
        }
    }

    private RegisterInput input() {
        final long key = random.nextInt(keys);
        return switch (random.nextInt(4)) {
            case 0 -> RegisterInput.read(key);
            case 1 -> RegisterInput.set(key, 1000 + nextValue++);
            case 2 -> RegisterInput.add(key, 1);
            default -> RegisterInput.compareAndSet(key, registers.getOrDefault(key, 0L), 1000 + nextValue++);
        };
    }
}
