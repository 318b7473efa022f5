package io.fleet.verify.torture.history;

import io.fleet.testkit.history.History;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads that need not see the newest state, and so belong to no linearizable history. Each must see all writes that
 * were acknowledged longer ago than it allows, and those that its own connection was told of, and no write that had not
 * begun when it was answered, or was refused. Any thread while reads are added.
 */
public final class StaleReads {
    private static final int SHOWN = 10;

    private final List<Read> reads = new ArrayList<>();

    /**
     * One that was answered.
     *
     * @param client      who asked.
     * @param level       what it allows.
     * @param key         of what.
     * @param connectedNs when its connection began.
     * @param invokedNs   when it was asked.
     * @param returnedNs  when it was answered.
     * @param value       the answer; null for no value.
     */
    public record Read(long client, ReadLevel level, String key, long connectedNs, long invokedNs, long returnedNs,
                String value) {
        private boolean mustSee(final Operation<KvInput, String> write) {
            return write.outcome() == Outcome.OK && (isOld(write) || write.client() == client
                && write.invokedNs() - connectedNs >= 0 && write.returnedNs() - invokedNs <= 0);
        }

        private boolean isOld(final Operation<KvInput, String> write) {
            return level != ReadLevel.LOCAL && invokedNs - level.ageNs() - write.returnedNs() > 0;
        }

        private boolean maySee(final Operation<KvInput, String> write) {
            return write.outcome() != Outcome.NOT_APPLIED && write.invokedNs() - returnedNs < 0;
        }
    }

    public synchronized void add(final Read read) {
        reads.add(read);
    }

    public synchronized int count() {
        return reads.size();
    }

    /** Holds them all to what they promise; when clients have ended. */
    public synchronized List<String> problems(final History<KvInput, String> history) {
        final Map<String, List<Operation<KvInput, String>>> writes = new HashMap<>();
        for (final Operation<KvInput, String> operation : history.operations()) {
            if (operation.input().isWrite()) {
                writes.computeIfAbsent(operation.input().key(), key -> new ArrayList<>()).add(operation);
            }
        }
        final List<String> problems = new ArrayList<>();
        for (final Read read : reads) {
            final String problem = problem(read, writes.getOrDefault(read.key, List.of()));
            if (problem != null && problems.size() < SHOWN) {
                problems.add("a read of level " + read.level.word() + " of key " + read.key + " was answered '"
                    + read.value + "': " + problem);
            }
        }
        return problems;
    }

    private static String problem(final Read read, final List<Operation<KvInput, String>> writes) {
        final List<Operation<KvInput, String>> must = writes.stream().filter(read::mustSee).toList();
        final List<Operation<KvInput, String>> may = writes.stream().filter(read::maySee).toList();
        return switch (read.key.charAt(0)) {
            case KvInput.COUNTER -> {
                final long value = read.value == null ? 0 : Long.parseLong(read.value);
                if (value >= must.size() && value <= may.size()) {
                    yield null;
                }
                yield "it must see " + must.size() + " increments, and may see " + may.size();
            }
            case KvInput.JOURNAL -> journal(read, must, may);
            default -> register(read, must, may);
        };
    }

    private static String journal(final Read read, final List<Operation<KvInput, String>> must,
                                  final List<Operation<KvInput, String>> may) {
        final List<String> words = read.value == null ? List.of()
            : Arrays.stream(read.value.split(KvInput.WORD_END)).map(word -> word + KvInput.WORD_END).toList();
        for (final Operation<KvInput, String> write : must) {
            if (!words.contains(write.input().value())) {
                return "it does not see " + write;
            }
        }
        return may.stream().map(write -> write.input().value()).toList().containsAll(words) ? null
            : "it sees what nobody had appended";
    }

    private static String register(final Read read, final List<Operation<KvInput, String>> must,
                                   final List<Operation<KvInput, String>> may) {
        if (read.value == null) {
            return must.isEmpty() ? null : "it does not see " + must.get(0);
        }
        final Operation<KvInput, String> writer = may.stream()
            .filter(write -> write.input().value().equals(read.value)).findFirst().orElse(null);
        if (writer == null) {
            return "nobody had written that";
        }
        for (final Operation<KvInput, String> write : must) {
            if (writer.outcome() == Outcome.OK && write.invokedNs() - writer.returnedNs() > 0) {
                return "it does not see " + write;
            }
        }
        return null;
    }
}
