package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;

/** Told that a part of this node is durable. */
@FunctionalInterface
public interface PartHolder {
    /**
     * This node holds its part, all of it.
     *
     * @param id of the entry.
     */
    void onHeld(EntryId id);
}
