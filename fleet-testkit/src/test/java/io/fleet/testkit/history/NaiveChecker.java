package io.fleet.testkit.history;

import java.util.List;

/** Tries every order of every subset: slow, and too simple to be wrong in the way the real checker could be. */
final class NaiveChecker {
    private final List<Operation<RegisterInput, Long>> operations;
    private final RegisterModel model = new RegisterModel();

    NaiveChecker(final List<Operation<RegisterInput, Long>> operations) {
        this.operations = operations;
    }

    boolean isLinearizable() {
        return extend(0, 0L);
    }

    private boolean extend(final int placed, final long state) {
        boolean complete = true;
        for (int i = 0; i < operations.size(); i++) {
            complete &= operations.get(i).outcome() != Outcome.OK || (placed >>> i & 1) != 0;
        }
        if (complete) {
            return true;
        }
        for (int i = 0; i < operations.size(); i++) {
            final Operation<RegisterInput, Long> operation = operations.get(i);
            if ((placed >>> i & 1) == 0 && operation.outcome() != Outcome.NOT_APPLIED && isMinimal(placed, operation)
                && mayAnswerSo(state, operation)
                && extend(placed | 1 << i, model.next(state, operation.input()))) {
                return true;
            }
        }
        return false;
    }

    private boolean mayAnswerSo(final long state, final Operation<RegisterInput, Long> operation) {
        return operation.outcome() == Outcome.UNKNOWN || model.allows(state, operation.input(), operation.output());
    }

    private boolean isMinimal(final int placed, final Operation<RegisterInput, Long> candidate) {
        for (int i = 0; i < operations.size(); i++) {
            final Operation<RegisterInput, Long> other = operations.get(i);
            if ((placed >>> i & 1) == 0 && other.outcome() == Outcome.OK
                && other.returnedAt() < candidate.invokedAt()) {
                return false;
            }
        }
        return true;
    }
}
