package io.fleet.testkit.fault;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a plan is drawn from.
 *
 * @param nodes     how many nodes, 1 to 31.
 * @param minFaults the least number of faults; up to twice as many are drawn.
 * @param minKinds  of how many kinds they are at least; at most the number of {@code kinds} that make sense for
 *                  {@code nodes}.
 * @param fromNs    no fault begins before.
 * @param untilNs   no fault begins, or lasts, after.
 * @param kinds     the kinds to choose from.
 */
public record FaultPlanConfig(int nodes, int minFaults, int minKinds, long fromNs, long untilNs, Set<FaultKind> kinds) {
    /**
     * Checks the values.
     *
     * @param nodes     see above.
     * @param minFaults see above.
     * @param minKinds  see above.
     * @param fromNs    see above.
     * @param untilNs   see above.
     * @param kinds     see above; copied, without those that need more nodes.
     */
    public FaultPlanConfig {
        if (nodes < 1 || nodes > 31) {
            throw new IllegalArgumentException("nodes is " + nodes + ", but must be from 1 to 31");
        }
        final EnumSet<FaultKind> usable = EnumSet.noneOf(FaultKind.class);
        usable.addAll(kinds);
        usable.removeIf(kind -> kind.leastNodes() > nodes);
        if (minKinds < 0 || minKinds > usable.size()) {
            throw new IllegalArgumentException("minKinds is " + minKinds + ", but must be from 0 to " + usable.size());
        }
        if (minFaults < minKinds) {
            throw new IllegalArgumentException("minFaults is " + minFaults + ", but must be at least minKinds, "
                + minKinds);
        }
        if (minFaults > 0 && usable.isEmpty()) {
            throw new IllegalArgumentException("kinds is empty, but minFaults is " + minFaults);
        }
        if (fromNs < 0 || untilNs - fromNs < 1000) {
            throw new IllegalArgumentException("the span from " + fromNs + " to " + untilNs
                + " ns is shorter than 1000 ns");
        }
        kinds = usable;
    }

    /**
     * All usual kinds of fault, at least 20 of at least 5 kinds.
     *
     * @param nodes   how many nodes.
     * @param fromNs  no fault begins before.
     * @param untilNs no fault begins, or lasts, after.
     * @return the configuration.
     */
    public static FaultPlanConfig everything(final int nodes, final long fromNs, final long untilNs) {
        return new FaultPlanConfig(nodes, 20, 5, fromNs, untilNs, FaultKind.usual());
    }
}
