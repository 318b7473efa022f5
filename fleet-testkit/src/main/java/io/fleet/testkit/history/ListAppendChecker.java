package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides large histories of {@link ListAppendInput}: infers from what was read in which order elements came to each
 * list, draws from that which operation must stand before which, adds real time, and looks for a cycle. Linear in the
 * size of the history. A cycle, or a read that no order explains, is proof that the history is not linearizable; the
 * lack of one is proof that it is where every list was read at the end, and else says that what was read has an order.
 *
 * <p>The inference is that of Kingsbury and Alvaro's Elle for list-append, with real time: strict serializability,
 * which for atomic operations is linearizability.
 */
public final class ListAppendChecker {
    private final List<Operation<ListAppendInput, List<List<Long>>>> operations;
    private final Map<Long, Map<Long, Integer>> writers = new HashMap<>();
    private final Map<Long, List<Long>> longest = new HashMap<>();
    private final Map<Long, Set<Long>> read = new HashMap<>();
    private final Set<Integer> observed = new HashSet<>();
    private final OrderGraph graph;
    private String problem;

    private ListAppendChecker(final History<ListAppendInput, List<List<Long>>> history) {
        operations = history.operations();
        graph = new OrderGraph(operations);
    }

    /**
     * Checks a history.
     *
     * @param history what clients saw; operations that are still open count as unknown.
     * @return the verdict, never undecided.
     * @throws IllegalArgumentException when an element is appended to one list twice, or an answer has not one list for
     *                                  each read.
     */
    public static Verdict check(final History<ListAppendInput, List<List<Long>>> history) {
        final ListAppendChecker checker = new ListAppendChecker(history);
        checker.run();
        return checker.problem == null
            ? new Verdict(Verdict.Kind.LINEARIZABLE, "", history.operations().size())
            : new Verdict(Verdict.Kind.NOT_LINEARIZABLE, checker.problem, history.operations().size());
    }

    private void run() {
        for (int i = 0; i < operations.size(); i++) {
            for (final ListAppendInput.Step step : operations.get(i).input().steps()) {
                if (step.isAppend() && writers.computeIfAbsent(step.key(), key -> new HashMap<>())
                    .put(step.element(), i) != null) {
                    throw new IllegalArgumentException("element " + step.element() + " is appended to list "
                        + step.key() + " twice");
                }
            }
        }
        for (int i = 0; i < operations.size() && problem == null; i++) {
            if (operations.get(i).outcome() == Outcome.OK) {
                reads(i);
            }
        }
        longest.forEach((key, list) -> versions(key, list));
        for (int i = 0; i < operations.size() && problem == null; i++) {
            edges(i);
        }
        if (problem == null) {
            graph.realTime(observed);
            problem = graph.cycle();
        }
    }

    /** What an operation saw must fit its own appends and what all others saw of the list. */
    private void reads(final int index) {
        final Operation<ListAppendInput, List<List<Long>>> operation = operations.get(index);
        final Map<Long, List<Long>> own = new HashMap<>();
        final Map<Long, List<Long>> before = new HashMap<>();
        int read = 0;
        for (final ListAppendInput.Step step : operation.input().steps()) {
            final List<Long> mine = own.computeIfAbsent(step.key(), key -> new ArrayList<>());
            if (step.isAppend()) {
                mine.add(step.element());
                continue;
            }
            if (read == operation.output().size()) {
                throw new IllegalArgumentException("fewer lists than reads were answered: " + operation);
            }
            final List<Long> seen = operation.output().get(read++);
            final int others = seen.size() - mine.size();
            if (others < 0 || !seen.subList(others, seen.size()).equals(mine)) {
                report("does not see its own appends last: " + operation);
                return;
            }
            final List<Long> rest = seen.subList(0, others);
            final List<Long> earlier = before.putIfAbsent(step.key(), rest);
            if (earlier != null && !earlier.equals(rest)) {
                report("sees list " + step.key() + " change under it: " + operation);
                return;
            }
            longer(step.key(), seen, operation);
        }
        if (read != operation.output().size()) {
            throw new IllegalArgumentException("more lists than reads were answered: " + operation);
        }
    }

    private void longer(final long key, final List<Long> seen,
                        final Operation<ListAppendInput, List<List<Long>>> reader) {
        final List<Long> known = longest.getOrDefault(key, List.of());
        final int common = Math.min(known.size(), seen.size());
        if (!known.subList(0, common).equals(seen.subList(0, common))) {
            report("list " + key + " was also read as " + shown(known) + ", which no order of appends explains: "
                + reader);
        } else if (seen.size() > known.size()) {
            longest.put(key, seen);
        }
    }

    /** Each element was appended once, by an operation that may have taken effect; those of one stand together. */
    private void versions(final long key, final List<Long> list) {
        final Set<Long> elements = read.computeIfAbsent(key, any -> new HashSet<>());
        int before = -1;
        for (final long element : list) {
            final Integer writer = writers.getOrDefault(key, Map.of()).get(element);
            if (writer == null || !elements.add(element)) {
                report("element " + element + " of list " + key + (writer == null ? " was never appended"
                    : " is there twice"));
                return;
            }
            if (operations.get(writer).outcome() == Outcome.NOT_APPLIED) {
                report("element " + element + " of list " + key + " was read, but its client was told: "
                    + operations.get(writer));
                return;
            }
            observed.add(writer);
            if (before >= 0 && before != writer) {
                graph.edge(before, writer, "appends to list " + key + " before");
            }
            before = writer;
        }
    }

    private void edges(final int index) {
        final Operation<ListAppendInput, List<List<Long>>> operation = operations.get(index);
        if (operation.outcome() != Outcome.OK) {
            return;
        }
        int read = 0;
        final Set<Long> own = new HashSet<>();
        for (final ListAppendInput.Step step : operation.input().steps()) {
            final List<Long> list = longest.getOrDefault(step.key(), List.of());
            if (step.isAppend()) {
                own.add(step.key());
                unread(index, step, list);
            } else {
                final List<Long> seen = operation.output().get(read++);
                if (!own.contains(step.key())) {
                    seen(index, step.key(), seen.size(), list);
                }
            }
        }
    }

    /** An append that nobody saw comes behind all that somebody saw. */
    private void unread(final int index, final ListAppendInput.Step step, final List<Long> list) {
        if (read.getOrDefault(step.key(), Set.of()).contains(step.element())) {
            return;
        }
        graph.appendsUnread(step.key(), index);
        if (!list.isEmpty()) {
            graph.edge(writer(step.key(), list.get(list.size() - 1)), index,
                "appends to list " + step.key() + ", as the last that anybody saw, before");
        }
    }

    private void seen(final int index, final long key, final int length, final List<Long> list) {
        if (length > 0) {
            graph.edge(writer(key, list.get(length - 1)), index, "appends to list " + key + " what is read by");
        }
        if (length < list.size()) {
            graph.edge(index, writer(key, list.get(length)), "reads list " + key + " before the append of");
        } else {
            graph.readsAll(key, index);
        }
    }

    private int writer(final long key, final long element) {
        return writers.get(key).get(element);
    }

    private void report(final String what) {
        problem = problem == null ? what : problem;
    }

    private static String shown(final List<Long> list) {
        return list.size() <= 20 ? list.toString() : "... " + list.subList(list.size() - 20, list.size());
    }
}
