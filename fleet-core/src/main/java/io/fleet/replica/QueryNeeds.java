package io.fleet.replica;

import io.fleet.consensus.ValueGatherer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a query that is executed anew looks into: gathered beside the log, and supplied to it when it is asked again. If
 * something of it is gone, the query is executed on a state that does without (rule C10).
 */
final class QueryNeeds {
    private List<PayloadNeed> needs = new ArrayList<>();

    List<PayloadNeed> all() {
        return needs;
    }

    boolean isEmpty() {
        return needs.isEmpty();
    }

    void replace(final List<PayloadNeed> others) {
        needs = others;
        needs.forEach(PayloadNeed::beside);
    }

    /** How many bytes are to be gathered. */
    long bytes() {
        long bytes = 0;
        for (final PayloadNeed need : needs) {
            bytes += need.handle().length();
        }
        return bytes;
    }

    /** Whether all have come, or one is gone; what has not is gathered. */
    boolean haveCome(final ValueGatherer values) {
        boolean haveCome = true;
        for (final PayloadNeed need : needs) {
            haveCome &= need.isGone() || need.isHere(values);
        }
        return haveCome || isGone();
    }

    boolean isGone() {
        return needs.stream().anyMatch(PayloadNeed::isGone);
    }

    /** From which LSN on the state does without what is gone; 0 where that is not known. */
    long newerLsn() {
        return needs.stream().filter(PayloadNeed::isGone).mapToLong(PayloadNeed::newerLsn).max().orElse(0);
    }

    /** Nothing is needed any more. */
    void clear() {
        needs = new ArrayList<>();
    }

    void cancel(final ValueGatherer values) {
        needs.forEach(need -> need.cancel(values));
        clear();
    }
}
