package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;

/** Told that a part of this node is durable (rules C2, R6), by the thread that drives the group. */
@FunctionalInterface
public interface PartHolder {
    /**
     * This node holds its part, all of it.
     *
     * @param id of the entry; not to be kept.
     */
    void onHeld(EntryId id);
}
