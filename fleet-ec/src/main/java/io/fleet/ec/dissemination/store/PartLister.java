package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;

/** Receives the ids of parts that a node holds, by the thread that drives the group. */
@FunctionalInterface
public interface PartLister {
    /**
     * One more.
     *
     * @param id of an entry; not to be kept.
     * @return whether there is room for another.
     */
    boolean list(EntryId id);
}
