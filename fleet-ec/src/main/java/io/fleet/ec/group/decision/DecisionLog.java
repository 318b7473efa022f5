package io.fleet.ec.group.decision;

import io.fleet.ec.consensus.EntryId;

/** Where decisions are kept, slot by slot without gaps (rules C5, R4). Appending never waits for a disk. */
public interface DecisionLog {
    /**
     * Appends the decision of the slot behind {@link #appended}.
     *
     * @param slot the slot.
     * @param id   what it holds; null for nothing.
     * @return false when there is no room now; try again in a later cycle.
     */
    boolean append(long slot, EntryId id);

    /**
     * Goes on behind a slot that a durable snapshot covers. What is at or below cannot be read any more.
     *
     * @param slot above {@link #appended}.
     * @return false when there is no room now; try again in a later cycle.
     */
    boolean skipTo(long slot);

    /**
     * The last slot that was appended, in this life or one before.
     *
     * @return the slot; 0 when there is none.
     */
    long appended();

    /**
     * The last slot that is durable.
     *
     * @return the slot; 0 when there is none.
     */
    long durable();

    /**
     * Looks up a durable decision.
     *
     * @param slot the slot.
     * @param into receives what it holds.
     * @return false when it is not there, as a snapshot covers it.
     */
    boolean read(long slot, EntryId into);
}
