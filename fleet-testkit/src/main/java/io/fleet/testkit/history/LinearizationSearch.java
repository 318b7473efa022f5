package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One search for a linearization of the operations of one partition: Wing and Gong's depth-first search over the
 * operations that may come next, with Lowe's memory of the pairs (set of ordered operations, state) that were tried. An
 * operation without a known answer is optional: it never blocks what comes after it. An operation that is allowed now
 * and changes nothing is ordered at once and never reconsidered: whatever order works with it later also works with it
 * here.
 */
final class LinearizationSearch<S, I, O> {
    /** The passes over what may come next: what changes nothing, what has to be ordered, what may be. */
    private static final int FORCED = 0;
    private static final int OPTIONAL = 2;
    private static final int PASSES = 3;

    private final SequentialModel<S, I, O> model;
    private final List<Operation<I, O>> operations;
    private final boolean[] optional;
    private final long maxConfigurations;
    /** Events in order: operation n is invoked at event value n and returns at event value ~n. */
    private final int[] events;
    private final int[] next;
    private final int[] previous;
    private final int[] invokedAt;
    private final int[] returnedAt;
    /** The place of an operation among all required, or all optional, ones. */
    private final int[] place;
    private final OrderedOperations orderedRequired;
    private final OrderedOperations orderedOptional;
    private final Set<Configuration> tried = new HashSet<>();
    private final List<Step<S>> steps = new ArrayList<>();
    private List<Step<S>> longest = List.of();
    private int required;

    private record Step<S>(int operation, int pass, S before) {
    }

    /** What was ordered, from the first word on that is not full: the same set always makes the same words. */
    private record Configuration(long[] ordered, Object state, int hash) {
        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Configuration that && hash == that.hash && Arrays.equals(ordered, that.ordered)
                && state.equals(that.state);
        }
    }

    /**
     * @param operations in order of invocation; none that was not applied.
     * @param cut        answers that came at or after this event count as not heard, and what was invoked after it as
     *                   not asked.
     */
    LinearizationSearch(final SequentialModel<S, I, O> model, final List<Operation<I, O>> operations, final long cut,
           final long maxConfigurations) {
        this.model = model;
        this.maxConfigurations = maxConfigurations;
        this.operations = new ArrayList<>();
        for (final Operation<I, O> operation : operations) {
            if (operation.invokedAt() < cut) {
                this.operations.add(operation);
            }
        }
        final int size = this.operations.size();
        optional = new boolean[size];
        place = new int[size];
        for (int i = 0; i < size; i++) {
            optional[i] = this.operations.get(i).outcome() != Outcome.OK || this.operations.get(i).returnedAt() >= cut;
            place[i] = optional[i] ? i - required : required++;
        }
        orderedRequired = new OrderedOperations(required);
        orderedOptional = new OrderedOperations(size - required);
        invokedAt = new int[size];
        returnedAt = new int[size];
        events = merge();
        next = new int[events.length + 2];
        previous = new int[events.length + 2];
        for (int i = 0; i < next.length; i++) {
            next[i] = i + 1;
            previous[i] = i - 1;
        }
    }

    /** Runs the search to its end; once only. */
    Verdict.Kind run() {
        S state = model.initial();
        int pass = FORCED;
        int at = next[0];
        while (required > 0) {
            if (tried.size() >= maxConfigurations) {
                return Verdict.Kind.UNDECIDED;
            }
            final int found = candidate(state, pass, at);
            if (found > 0) {
                final int operation = events[found - 1];
                final S before = state;
                final S after = model.next(state, operations.get(operation).input());
                order(operation, pass, before);
                if (tried.add(configuration(after))) {
                    state = after;
                    pass = FORCED;
                    at = next[0];
                    continue;
                }
                undo();
                if (pass != FORCED) {
                    at = next[found];
                    continue;
                }
                pass = PASSES;
            } else {
                pass++;
                at = next[0];
            }
            if (pass >= PASSES) {
                final Step<S> step = backtrack();
                if (step == null) {
                    return Verdict.Kind.NOT_LINEARIZABLE;
                }
                state = step.before;
                pass = step.pass;
                at = next[invokedAt[step.operation]];
            }
        }
        longest = steps;
        return Verdict.Kind.LINEARIZABLE;
    }

    long configurations() {
        return tried.size();
    }

    /** The longest order that was found, the whole one after success. */
    List<Operation<I, O>> longestOrder() {
        final List<Operation<I, O>> order = new ArrayList<>();
        for (final Step<S> step : longest) {
            order.add(operations.get(step.operation));
        }
        return order;
    }

    /** The states along {@link #longestOrder()}, from the initial one on. */
    List<S> statesOfLongestOrder() {
        final List<S> states = new ArrayList<>();
        S state = model.initial();
        states.add(state);
        for (final Operation<I, O> operation : longestOrder()) {
            state = model.next(state, operation.input());
            states.add(state);
        }
        return states;
    }

    private int[] merge() {
        final List<long[]> list = new ArrayList<>();
        for (int i = 0; i < optional.length; i++) {
            list.add(new long[] {operations.get(i).invokedAt(), i});
            if (!optional[i]) {
                list.add(new long[] {operations.get(i).returnedAt(), ~i});
            }
        }
        list.sort((a, b) -> Long.compare(a[0], b[0]));
        final int[] merged = new int[list.size()];
        for (int i = 0; i < merged.length; i++) {
            merged[i] = (int) list.get(i)[1];
            if (merged[i] >= 0) {
                invokedAt[merged[i]] = i + 1;
            } else {
                returnedAt[~merged[i]] = i + 1;
            }
        }
        return merged;
    }

    /**
     * The next place from {@code from} on, before any return, of an operation that this pass may order in this state.
     */
    private int candidate(final S state, final int pass, final int from) {
        for (int at = from; at <= events.length; at = next[at]) {
            final int operation = events[at - 1];
            if (operation < 0) {
                return 0;
            }
            if (optional[operation] == (pass == OPTIONAL) && fits(state, operation, pass)) {
                return at;
            }
        }
        return 0;
    }

    private boolean fits(final S state, final int index, final int pass) {
        final Operation<I, O> operation = operations.get(index);
        if (pass != OPTIONAL && !model.allows(state, operation.input(), operation.output())) {
            return false;
        }
        return model.next(state, operation.input()).equals(state) == (pass == FORCED);
    }

    private void order(final int operation, final int pass, final S before) {
        steps.add(new Step<>(operation, pass, before));
        (optional[operation] ? orderedOptional : orderedRequired).add(place[operation]);
        unlink(invokedAt[operation]);
        if (!optional[operation]) {
            unlink(returnedAt[operation]);
            required--;
        }
    }

    private Step<S> undo() {
        final Step<S> step = steps.remove(steps.size() - 1);
        final int operation = step.operation;
        if (!optional[operation]) {
            relink(returnedAt[operation]);
            required++;
        }
        relink(invokedAt[operation]);
        (optional[operation] ? orderedOptional : orderedRequired).remove(place[operation]);
        return step;
    }

    /** Takes back steps until one has alternatives: a forced one has none. */
    private Step<S> backtrack() {
        if (steps.size() > longest.size()) {
            longest = new ArrayList<>(steps);
        }
        while (!steps.isEmpty()) {
            final Step<S> step = undo();
            if (step.pass != FORCED) {
                return step;
            }
        }
        return null;
    }

    private Configuration configuration(final S state) {
        final int words = orderedRequired.length();
        final long[] ordered = new long[words + orderedOptional.length()];
        orderedRequired.copy(ordered, 0);
        orderedOptional.copy(ordered, words);
        return new Configuration(ordered, state, 31 * Arrays.hashCode(ordered) + state.hashCode());
    }

    private void unlink(final int at) {
        next[previous[at]] = next[at];
        previous[next[at]] = previous[at];
    }

    private void relink(final int at) {
        next[previous[at]] = at;
        previous[next[at]] = at;
    }
}
