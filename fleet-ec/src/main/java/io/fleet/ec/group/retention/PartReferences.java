package io.fleet.ec.group.retention;

import io.fleet.ec.consensus.EntryId;

/** What a node's state needs the values of decided entries for. */
@FunctionalInterface
public interface PartReferences {
    /**
     * Whether the state of this node as it is applied, or its newest durable snapshot, or one that is being written,
     * refers to an entry. What a state does not refer to, no later state does. Called often.
     *
     * @param id of an entry.
     */
    boolean isReferenced(EntryId id);
}
