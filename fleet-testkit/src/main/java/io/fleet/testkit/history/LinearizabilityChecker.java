package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whether a history is linearizable: whether there is one order of its operations that the sequential model
 * allows, in which every operation that answered stands once, after all that had returned before it was invoked.
 * Operations of {@link Outcome#UNKNOWN} may stand anywhere after their invocation, or be left out; those of
 * {@link Outcome#NOT_APPLIED} are left out. Partitions of the model are checked one by one (linearizability is local).
 * The search is bounded by the number of configurations it looks at, never by time, so a check has the same result
 * everywhere.
 *
 * @param <S> the state of one partition.
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
public final class LinearizabilityChecker<S, I, O> {
    /** How many configurations are looked at for one partition, unless said otherwise. */
    public static final long DEFAULT_MAX_CONFIGURATIONS = 1_000_000;
    private static final int SHOWN = 12;
    /** Of how many refused operations, the last first, it is tried whether they had an effect after all. */
    private static final int SUSPECTS = 24;

    private final SequentialModel<S, I, O> model;
    private final long maxConfigurations;

    /**
     * Creates a checker with the default bound.
     *
     * @param model what the service does sequentially.
     */
    public LinearizabilityChecker(final SequentialModel<S, I, O> model) {
        this(model, DEFAULT_MAX_CONFIGURATIONS);
    }

    /**
     * Creates a checker.
     *
     * @param model             what the service does sequentially.
     * @param maxConfigurations the bound of the search in one partition, at least 1.
     */
    public LinearizabilityChecker(final SequentialModel<S, I, O> model, final long maxConfigurations) {
        if (maxConfigurations < 1) {
            throw new IllegalArgumentException("maxConfigurations is " + maxConfigurations
                + ", but must be at least 1");
        }
        this.model = model;
        this.maxConfigurations = maxConfigurations;
    }

    /**
     * Checks a history.
     *
     * @param history what clients saw; operations that are still open count as unknown.
     * @return the verdict; of several partitions, the first that is not linearizable, else the first that is undecided.
     */
    public Verdict check(final History<I, O> history) {
        return check(history, List.of());
    }

    /**
     * Checks a history of which more is known: in which order operations took effect. Where the search reaches its
     * bound, that order is tried as a proof. It is not believed: an order that does not explain every answer, or
     * contradicts real time, proves nothing.
     *
     * @param history what clients saw.
     * @param applied those of its operations that took effect, in their order; none when that is not known.
     * @return the verdict, as of {@link #check(History)}.
     */
    public Verdict check(final History<I, O> history, final List<Operation<I, O>> applied) {
        final Map<Object, List<Operation<I, O>>> partitions = new LinkedHashMap<>();
        for (final Operation<I, O> operation : history.operations()) {
            partitions.computeIfAbsent(model.partition(operation.input()), key -> new ArrayList<>()).add(operation);
        }
        long configurations = 0;
        Verdict undecided = null;
        for (final Map.Entry<Object, List<Operation<I, O>>> entry : partitions.entrySet()) {
            final Verdict verdict = checkPartition(entry.getKey(), entry.getValue(), applied);
            configurations += verdict.configurations();
            if (verdict.kind() == Verdict.Kind.NOT_LINEARIZABLE) {
                return verdict;
            }
            if (verdict.kind() == Verdict.Kind.UNDECIDED && undecided == null) {
                undecided = verdict;
            }
        }
        return undecided != null ? undecided : new Verdict(Verdict.Kind.LINEARIZABLE, "", configurations);
    }

    private Verdict checkPartition(final Object partition, final List<Operation<I, O>> all,
                                   final List<Operation<I, O>> applied) {
        final List<Operation<I, O>> operations = new ArrayList<>();
        for (final Operation<I, O> operation : all) {
            if (operation.outcome() != Outcome.NOT_APPLIED) {
                operations.add(operation);
            }
        }
        final LinearizationSearch<S, I, O> search = search(operations, Long.MAX_VALUE);
        final Verdict.Kind kind = search.run();
        return switch (kind) {
            case LINEARIZABLE -> new Verdict(kind, "", search.configurations());
            case UNDECIDED -> isProved(partition, operations, applied)
                ? new Verdict(Verdict.Kind.LINEARIZABLE, "", search.configurations())
                : new Verdict(kind, "partition " + partition + ": no order found after "
                    + search.configurations() + " configurations; " + operations.size() + " operations",
                    search.configurations());
            case NOT_LINEARIZABLE -> explain(partition, all, operations, search.configurations());
        };
    }

    private boolean isProved(final Object partition, final List<Operation<I, O>> operations,
                             final List<Operation<I, O>> applied) {
        return new AppliedOrder<>(model, operations,
            applied.stream().filter(operation -> model.partition(operation.input()).equals(partition)).toList())
            .explains();
    }

    private LinearizationSearch<S, I, O> search(final List<Operation<I, O>> operations, final long cut) {
        return new LinearizationSearch<>(model, operations, cut, maxConfigurations);
    }

    private Verdict explain(final Object partition, final List<Operation<I, O>> all,
                            final List<Operation<I, O>> operations, final long configurations) {
        final List<Operation<I, O>> answered = new ArrayList<>();
        for (final Operation<I, O> operation : operations) {
            if (operation.outcome() == Outcome.OK) {
                answered.add(operation);
            }
        }
        answered.sort((a, b) -> Long.compare(a.returnedAt(), b.returnedAt()));
        final Operation<I, O> culprit = answered.get(firstImpossible(operations, answered));
        final LinearizationSearch<S, I, O> before = search(operations, culprit.returnedAt());
        before.run();
        final StringBuilder text = new StringBuilder();
        text.append("partition ").append(partition).append(": no order explains\n  ").append(culprit);
        text.append("\nOne order of what had been answered before:\n");
        final List<Operation<I, O>> order = before.longestOrder();
        final List<S> states = before.statesOfLongestOrder();
        final int from = Math.max(0, order.size() - SHOWN);
        text.append("  state ").append(states.get(from));
        text.append(from > 0 ? ", after " + from + " operations\n" : "\n");
        for (int i = from; i < order.size(); i++) {
            text.append("  ").append(order.get(i)).append(", state ").append(states.get(i + 1)).append('\n');
        }
        appendConcurrent(text, all, culprit);
        appendNotApplied(text, all, operations, culprit);
        return new Verdict(Verdict.Kind.NOT_LINEARIZABLE, text.toString(), configurations,
            new Verdict.Failure(partition, culprit, order, states));
    }

    /**
     * The least number of answers, less one, that cannot be explained: a prefix of a linearizable history is
     * linearizable.
     */
    private int firstImpossible(final List<Operation<I, O>> operations, final List<Operation<I, O>> answered) {
        int low = 0;
        int high = answered.size() - 1;
        while (low < high) {
            final int middle = low + high >>> 1;
            final Verdict.Kind kind = search(operations, answered.get(middle).returnedAt() + 1).run();
            if (kind == Verdict.Kind.NOT_LINEARIZABLE) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void appendConcurrent(final StringBuilder text, final List<Operation<I, O>> all,
                                  final Operation<I, O> culprit) {
        text.append("Concurrent with it, or with an outcome that was not known:\n");
        int shown = 0;
        for (final Operation<I, O> operation : all) {
            final boolean isOpen =
                operation.outcome() == Outcome.UNKNOWN || operation.returnedAt() > culprit.invokedAt();
            if (operation != culprit && operation.outcome() != Outcome.NOT_APPLIED && isOpen
                && operation.invokedAt() < culprit.returnedAt() && shown++ < SHOWN) {
                text.append("  ").append(operation).append('\n');
            }
        }
        text.append(shown > SHOWN ? "  and " + (shown - SHOWN) + " more\n" : shown == 0 ? "  none\n" : "");
    }

    private void appendNotApplied(final StringBuilder text, final List<Operation<I, O>> all,
                                  final List<Operation<I, O>> operations, final Operation<I, O> culprit) {
        int suspects = 0;
        for (int i = all.size() - 1; i >= 0 && suspects < SUSPECTS; i--) {
            final Operation<I, O> suspect = all.get(i);
            if (suspect.outcome() == Outcome.NOT_APPLIED && suspect.invokedAt() < culprit.returnedAt()) {
                suspects++;
                final List<Operation<I, O>> with = new ArrayList<>(operations);
                with.add(suspect);
                with.sort((a, b) -> Long.compare(a.invokedAt(), b.invokedAt()));
                if (search(with, culprit.returnedAt() + 1).run() == Verdict.Kind.LINEARIZABLE) {
                    text.append("It could be explained if this had taken effect after all:\n  ");
                    text.append(suspect).append('\n');
                    return;
                }
            }
        }
    }
}
