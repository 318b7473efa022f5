package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A proof that the operations of one partition are linearizable: the order in which they took effect, as somebody
 * watched it. What answered and is not in that order changed nothing, and stands where the model allows it. Nothing is
 * believed: real time and every answer are checked, and each operation stands once, so a wrong order proves nothing.
 */
final class AppliedOrder<S, I, O> {
    private final SequentialModel<S, I, O> model;
    private final List<Operation<I, O>> applied;
    /** What answered and was not placed yet, by the time of its answer. */
    private final List<Operation<I, O>> answered = new ArrayList<>();
    private final Set<Operation<I, O>> changing = Collections.newSetFromMap(new IdentityHashMap<>());
    private final boolean namesEachOnce;

    /**
     * @param operations of the partition; none that was not applied.
     * @param applied    those of them that took effect, in their order.
     */
    AppliedOrder(final SequentialModel<S, I, O> model, final List<Operation<I, O>> operations,
                 final List<Operation<I, O>> applied) {
        this.model = model;
        this.applied = applied;
        changing.addAll(applied);
        final Set<Operation<I, O>> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(operations);
        namesEachOnce = changing.size() == applied.size() && known.containsAll(changing);
        for (final Operation<I, O> operation : operations) {
            if (operation.outcome() == Outcome.OK) {
                answered.add(operation);
            }
        }
        answered.sort(Comparator.comparingLong(Operation::returnedAt));
    }

    /** Whether this order explains every answer; once only. */
    boolean explains() {
        if (!namesEachOnce) {
            return false;
        }
        S state = model.initial();
        for (final Operation<I, O> operation : applied) {
            placeWhatChangesNothing(state);
            if (!mayStand(operation) || !isAllowed(state, operation)) {
                return false;
            }
            answered.remove(operation);
            state = model.next(state, operation.input());
        }
        placeWhatChangesNothing(state);
        return answered.isEmpty();
    }

    private void placeWhatChangesNothing(final S state) {
        boolean placed = true;
        while (placed) {
            placed = answered.removeIf(operation -> !changing.contains(operation) && mayStand(operation)
                && isAllowed(state, operation) && model.next(state, operation.input()).equals(state));
        }
    }

    /** Whether nothing that is still to be placed had returned before the operation was invoked. */
    private boolean mayStand(final Operation<I, O> operation) {
        return answered.isEmpty() || operation.invokedAt() < answered.get(0).returnedAt();
    }

    private boolean isAllowed(final S state, final Operation<I, O> operation) {
        return operation.outcome() != Outcome.OK || model.allows(state, operation.input(), operation.output());
    }
}
