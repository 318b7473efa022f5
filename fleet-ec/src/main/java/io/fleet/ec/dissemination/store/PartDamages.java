package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;

/** Told that a part of this node turned out to be damaged. */
@FunctionalInterface
public interface PartDamages {
    /**
     * A part cannot be read.
     *
     * @param id        of the entry.
     * @param isDecided whether a slot is known to hold it.
     * @return whether it may be forgotten, as it will be rebuilt where it is needed; otherwise it is told again.
     */
    boolean onDamaged(EntryId id, boolean isDecided);
}
