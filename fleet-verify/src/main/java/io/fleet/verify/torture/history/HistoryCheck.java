package io.fleet.verify.torture.history;

import io.fleet.testkit.history.History;
import io.fleet.testkit.history.LinearizabilityChecker;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.history.Outcome;
import io.fleet.testkit.history.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges what clients saw. Twice, in two ways: the whole history must be linearizable, and, counted apart from that, no
 * acknowledged write may be missing from the values that are there in the end. The second finds less; it is simple
 * enough to be believed, and it names the write.
 */
public final class HistoryCheck {
    private static final int SHOWN = 10;

    private final History<KvInput, String> history;
    private final Map<String, String> finalValues;
    private final List<String> problems = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private Verdict verdict;
    private int lost;

    /**
     * @param history     all that clients did, the last reads included.
     * @param finalValues of every key that was written: read when no client was at work any more; null for no value.
     */
    public HistoryCheck(final History<KvInput, String> history, final Map<String, String> finalValues) {
        this.history = history;
        this.finalValues = finalValues;
    }

    /** Does it; once. */
    public void run() {
        linearizable();
        final Map<String, List<Operation<KvInput, String>>> byKey = new LinkedHashMap<>();
        long acknowledged = 0;
        for (final Operation<KvInput, String> operation : history.operations()) {
            if (operation.input().isWrite()) {
                acknowledged += operation.outcome() == Outcome.OK ? 1 : 0;
                byKey.computeIfAbsent(operation.input().key(), key -> new ArrayList<>()).add(operation);
            }
        }
        byKey.forEach(this::key);
        if (lost > SHOWN) {
            problems.add("and " + (lost - SHOWN) + " more problems with final values");
        }
        findings.add("final values: " + acknowledged + " acknowledged writes to " + byKey.size() + " keys, "
            + (lost == 0 ? "none is missing" : lost + " problems"));
        counters(byKey);
    }

    /** What is wrong, most important first; empty when nothing is. */
    public List<String> problems() {
        return problems;
    }

    /** Whether the history is linearizable; null before {@link #run}. */
    public Verdict verdict() {
        return verdict;
    }

    /** What was found, for a report. */
    public List<String> findings() {
        return findings;
    }

    private void linearizable() {
        verdict = new LinearizabilityChecker<>(new KvModel()).check(history);
        findings.add("history:      " + switch (verdict.kind()) {
            case LINEARIZABLE -> "linearizable";
            case NOT_LINEARIZABLE -> "NOT LINEARIZABLE";
            case UNDECIDED -> "not decided";
        } + ", " + history.operations().size() + " operations, last reads included");
        if (!verdict.isLinearizable()) {
            problems.add((verdict.kind() == Verdict.Kind.UNDECIDED ? "the history was too hard to judge: "
                : "the history is not linearizable: ") + verdict.explanation());
        }
    }

    private void key(final String key, final List<Operation<KvInput, String>> writes) {
        final String value = finalValues.get(key);
        final String found = value == null ? "" : value;
        final String problem = !finalValues.containsKey(key) ? "was not read"
            : switch (key.charAt(0)) {
                case KvInput.REGISTER -> register(found, writes);
                case KvInput.COUNTER -> counter(found, writes);
                default -> journal(found, writes);
            };
        if (problem != null && lost++ < SHOWN) {
            problems.add("key " + key + " is '" + found + "' in the end: " + problem);
        }
    }

    /** Its value must be the one of a write that no acknowledged one follows. */
    private static String register(final String found, final List<Operation<KvInput, String>> writes) {
        Operation<KvInput, String> writer = null;
        for (final Operation<KvInput, String> write : writes) {
            writer = write.input().value().equals(found) ? write : writer;
        }
        if (!found.isEmpty() && writer == null) {
            return "nobody wrote that";
        }
        if (writer != null && writer.outcome() == Outcome.NOT_APPLIED) {
            return "its client was told that it was not applied";
        }
        for (final Operation<KvInput, String> write : writes) {
            final boolean isLater = writer == null
                || writer.outcome() == Outcome.OK && write.invokedNs() - writer.returnedNs() > 0;
            if (write.outcome() == Outcome.OK && isLater) {
                return "lost: " + write;
            }
        }
        return null;
    }

    /** It must be at least what was acknowledged, and no more than that and what may have been applied. */
    private static String counter(final String found, final List<Operation<KvInput, String>> writes) {
        final long least = count(writes, Outcome.OK);
        final long most = least + count(writes, Outcome.UNKNOWN);
        final long value = found.isEmpty() ? 0 : Long.parseLong(found);
        return value >= least && value <= most ? null
            : least + " increments were acknowledged, and " + (most - least) + " are unknown";
    }

    /** Every acknowledged word must be there once, and nothing that was not written, or was refused. */
    private static String journal(final String found, final List<Operation<KvInput, String>> writes) {
        final Map<String, Operation<KvInput, String>> missing = new HashMap<>();
        writes.forEach(write -> missing.put(write.input().value(), write));
        for (int from = 0; from < found.length();) {
            final int end = found.indexOf(KvInput.WORD_END, from) + 1;
            final String word = end == 0 ? found.substring(from) : found.substring(from, end);
            final Operation<KvInput, String> write = missing.remove(word);
            if (write == null) {
                return word + " is there twice, or was never appended";
            }
            if (write.outcome() == Outcome.NOT_APPLIED) {
                return "its client was told that it was not applied: " + write;
            }
            from += word.length();
        }
        for (final Operation<KvInput, String> write : missing.values()) {
            if (write.outcome() == Outcome.OK) {
                return "lost: " + write;
            }
        }
        return null;
    }

    private void counters(final Map<String, List<Operation<KvInput, String>>> byKey) {
        long sum = 0;
        long acknowledged = 0;
        long unknown = 0;
        for (final Map.Entry<String, List<Operation<KvInput, String>>> entry : byKey.entrySet()) {
            final String value = finalValues.get(entry.getKey());
            if (entry.getKey().charAt(0) == KvInput.COUNTER) {
                sum += value == null ? 0 : Long.parseLong(value);
                acknowledged += count(entry.getValue(), Outcome.OK);
                unknown += count(entry.getValue(), Outcome.UNKNOWN);
            }
        }
        findings.add("counters:     " + sum + " in all, " + acknowledged + " increments acknowledged, " + unknown
            + " unknown");
    }

    private static long count(final List<Operation<KvInput, String>> writes, final Outcome outcome) {
        return writes.stream().filter(write -> write.outcome() == outcome).count();
    }
}
