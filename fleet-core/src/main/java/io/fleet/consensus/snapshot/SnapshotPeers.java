package io.fleet.consensus.snapshot;

/** Who belongs to a group: which snapshots are sent to, and asked of. Slots are below 64. */
public interface SnapshotPeers {
    /**
     * The slot of a member.
     *
     * @param node any number.
     * @return from 0; -1 when it is no member.
     */
    int slotOf(int node);

    /**
     * The member in a slot that {@link #slotOf} gave.
     *
     * @param slot the slot.
     * @return its node.
     */
    int nodeAt(int slot);

    /**
     * All other members.
     *
     * @return their nodes; not to be changed.
     */
    int[] others();
}
