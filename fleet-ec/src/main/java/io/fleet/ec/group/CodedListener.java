package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.decision.ApplyListener;

/** What a coded group tells its node. Single-threaded; nothing is kept after a call. */
public interface CodedListener extends ApplyListener {
    /**
     * An entry that this node spread is written (rules C8, Q1): n - f nodes hold their parts of it, and f + 1 nodes
     * have durably learned its slot and all before it.
     *
     * @param slot the slot.
     * @param id   of the entry.
     */
    void onAcknowledged(long slot, EntryId id);

    /**
     * Only a snapshot tells what came of the next slot: that of the member, or of any other (rules C5, R3). It is told
     * again until {@link io.fleet.ec.group.retention.GroupSnapshots#install} has been called with a later one.
     *
     * @param member that said so.
     * @param slot   that it was asked for; its snapshot covers it.
     */
    default void onCovered(final int member, final long slot) {
    }

    /**
     * This node lets go of its part of an entry, as nobody needs it any more.
     *
     * @param id of the entry.
     */
    default void onLetGo(final EntryId id) {
    }
}
