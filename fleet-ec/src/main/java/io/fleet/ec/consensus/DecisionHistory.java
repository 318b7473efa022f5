package io.fleet.ec.consensus;

/** Decisions of slots that are not open any more, from the durable log (rules C5, R3). */
@FunctionalInterface
public interface DecisionHistory {
    /**
     * Looks up a decision.
     *
     * @param slot at or below what was settled.
     * @param into receives what the slot holds; null for a forfeited slot.
     * @return false when only a snapshot covers the slot.
     */
    boolean read(long slot, EntryId into);
}
