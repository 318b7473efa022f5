package io.fleet.testkit.fault;

/**
 * One thing that goes wrong.
 *
 * @param kind       what.
 * @param atNs       when it begins, in virtual time.
 * @param durationNs how long it lasts.
 * @param target     the node it befalls; {@link #NONE} where the kind has no target.
 * @param other      the other node, or a bit set of nodes; {@link #NONE} where the kind has neither.
 * @param strength   how bad it is; 0 where the kind has no strength.
 */
public record Fault(FaultKind kind, long atNs, long durationNs, int target, int other, double strength) {
    /** No node. */
    public static final int NONE = -1;

    /**
     * When it ends.
     *
     * @return virtual nanoseconds.
     */
    public long endNs() {
        return atNs + durationNs;
    }

    @Override
    public String toString() {
        return kind + " at " + atNs / 1000 + "us for " + durationNs / 1000 + "us"
            + (target == NONE ? "" : ", node " + target) + (other == NONE ? "" : ", other " + other)
            + (strength == 0 ? "" : ", strength " + strength);
    }
}
