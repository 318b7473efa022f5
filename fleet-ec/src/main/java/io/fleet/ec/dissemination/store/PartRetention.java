package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;

/**
 * Which parts of decided entries a node has to keep (rules C10, S15; {@code docs/spec/coded.md}, "Parts that nobody
 * needs"). Asked and told by the thread that drives the group; ids are reused after the call.
 */
public interface PartRetention {
    /**
     * Up to which slot what was decided may be let go of, unless something refers to it: so far that neither will it be
     * decided again, nor be applied again by anybody.
     *
     * @return the slot; 0 for none.
     */
    long releasedUpTo();

    /**
     * Whether the state of this node, or its newest durable snapshot, refers to an entry.
     *
     * @param id of the entry.
     */
    boolean isReferenced(EntryId id);

    /**
     * A part is let go of.
     *
     * @param id of the entry.
     */
    void onLetGo(EntryId id);

    /** Up to which slot this node has applied everything. */
    long applied();

    /**
     * Up to which slot a durable snapshot of this node covers everything.
     *
     * @return the slot; 0 for none.
     */
    long covered();
}
