package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Histories of concurrent clients on real lists, where some outcomes get lost; the last operation reads every list. */
final class ListAppendGenerator {
    private final SplittableRandom random;
    private final int clients;
    private final int keys;
    private final double lost;
    private final double wrong;
    private final Map<Long, List<Long>> lists = new HashMap<>();
    private final History<ListAppendInput, List<List<Long>>> history = new History<>();
    private final List<Pending> pending = new ArrayList<>();
    private final List<Long> idle = new ArrayList<>();
    private long nextElement = 1;

    private static final class Pending {
        final int operation;
        final long client;
        final ListAppendInput input;
        List<List<Long>> output;

        Pending(final int operation, final long client, final ListAppendInput input) {
            this.operation = operation;
            this.client = client;
            this.input = input;
        }
    }

    /** {@code wrong}: how likely an operation is carried out on what was there before the last one. */
    ListAppendGenerator(final long seed, final int clients, final int keys, final double lost, final double wrong) {
        random = new SplittableRandom(seed);
        this.clients = clients;
        this.keys = keys;
        this.lost = lost;
        this.wrong = wrong;
    }

    History<ListAppendInput, List<List<Long>>> generate(final int operations) {
        for (long client = 0; client < clients; client++) {
            idle.add(client);
        }
        long now = 0;
        Map<Long, List<Long>> before = Map.of();
        for (int invoked = 0; invoked < operations || !pending.isEmpty();) {
            now++;
            if (invoked < operations && !idle.isEmpty() && random.nextInt(3) > 0) {
                final long client = idle.remove(random.nextInt(idle.size()));
                final ListAppendInput input = input();
                pending.add(new Pending(history.invoke(client, input, now), client, input));
                invoked++;
            } else if (!pending.isEmpty()) {
                final Pending chosen = pending.get(random.nextInt(pending.size()));
                if (chosen.output == null && random.nextDouble() >= lost / 2) {
                    final Map<Long, List<Long>> old = new HashMap<>(lists);
                    chosen.output = random.nextDouble() < wrong
                        ? ListAppendModel.answer(new HashMap<>(before), chosen.input)
                        : ListAppendModel.answer(lists, chosen.input);
                    before = old;
                } else {
                    end(chosen, now);
                }
            }
        }
        readAll(now);
        return history;
    }

    private void end(final Pending chosen, final long now) {
        pending.remove(chosen);
        idle.add(chosen.client);
        if (chosen.output == null && random.nextBoolean()) {
            history.notApplied(chosen.operation, now);
        } else if (chosen.output == null || random.nextDouble() < lost) {
            history.unknown(chosen.operation, now);
        } else {
            history.ok(chosen.operation, chosen.output, now);
        }
    }

    private void readAll(final long now) {
        final List<ListAppendInput.Step> steps = new ArrayList<>();
        for (long key = 0; key < keys; key++) {
            steps.add(ListAppendInput.read(key));
        }
        final ListAppendInput all = new ListAppendInput(steps);
        history.ok(history.invoke(clients, all, now), ListAppendModel.answer(lists, all), now + 1);
    }

    private ListAppendInput input() {
        final List<ListAppendInput.Step> steps = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            final long key = random.nextInt(keys);
            steps.add(random.nextBoolean() ? ListAppendInput.read(key) : ListAppendInput.append(key, nextElement++));
        }
        return new ListAppendInput(steps);
    }
}
