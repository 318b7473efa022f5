package io.fleet.ec.consensus;

/** Told what happens to slots, on the owner's thread. Ids are reused after the call. */
public interface SlotConsensusListener {
    /**
     * A slot is decided. Once for each slot and life of the process, in any order of slots.
     *
     * @param slot the slot.
     * @param id   what it holds; null for a forfeited slot.
     */
    void onDecided(long slot, EntryId id);

    /**
     * A member proposed an id, so a READY of that id has been announced (rule C2).
     *
     * @param slot for which it is proposed.
     * @param id   of the entry, never null.
     */
    void onProposed(long slot, EntryId id);
}
