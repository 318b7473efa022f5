package io.fleet.ec.consensus;

/**
 * Where this node forces each message of a slot before it sends it (rules C6, R4). Appending never waits for a disk;
 * one flush may cover many slots; what became durable is told to {@link SlotConsensus#onDurable}.
 */
@FunctionalInterface
public interface VoteLog {
    /**
     * Appends one vote of this node.
     *
     * @param slot the slot.
     * @param vote what is about to be sent, see {@link SlotVote}.
     * @param id   what is proposed, or the candidate that is known; null where there is none; copied.
     * @return false when there is no room now; it is tried again in a later cycle.
     */
    boolean append(long slot, long vote, EntryId id);
}
