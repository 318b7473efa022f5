package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists under operations that append to and read several at once. All keys are one partition, so the exact search is
 * for small histories; {@link ListAppendChecker} decides large ones.
 */
public final class ListAppendModel
    implements
        SequentialModel<Map<Long, List<Long>>, ListAppendInput, List<List<Long>>> {
    /** Creates the model. */
    public ListAppendModel() {
    }

    @Override
    public Map<Long, List<Long>> initial() {
        return Map.of();
    }

    @Override
    public Map<Long, List<Long>> next(final Map<Long, List<Long>> state, final ListAppendInput input) {
        final Map<Long, List<Long>> after = new HashMap<>(state);
        answer(after, input);
        return after;
    }

    @Override
    public boolean allows(final Map<Long, List<Long>> state, final ListAppendInput input,
                          final List<List<Long>> output) {
        return answer(new HashMap<>(state), input).equals(output);
    }

    /** Carries an operation out on the lists; what its reads see. */
    static List<List<Long>> answer(final Map<Long, List<Long>> lists, final ListAppendInput input) {
        final List<List<Long>> seen = new ArrayList<>();
        for (final ListAppendInput.Step step : input.steps()) {
            final List<Long> list = lists.getOrDefault(step.key(), List.of());
            if (step.isAppend()) {
                final List<Long> longer = new ArrayList<>(list);
                longer.add(step.element());
                lists.put(step.key(), List.copyOf(longer));
            } else {
                seen.add(list);
            }
        }
        return seen;
    }
}
