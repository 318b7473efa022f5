package io.fleet.ec.node.snapshot;

import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.node.member.MemberCapacity;

/** Whether a snapshot of this node is wanted for want of room among the members' parts. */
public final class SnapshotWish {
    private static final long NEVER = -1;

    private final CodedGroup group;
    private final MemberCapacity rooms;
    private final SnapshotTrigger shortage = new SnapshotTrigger();
    /** Behind which snapshot of this node another one is wanted; {@link #NEVER} for none. */
    private long wantedBehind = NEVER;

    /** None is wanted yet. */
    public SnapshotWish(final CodedGroup group, final MemberCapacity rooms) {
        this.group = group;
        this.rooms = rooms;
    }

    /** Looks again, once a duty cycle: a wish is over when there is another snapshot. */
    public void look(final long nowNs) {
        final long own = group.snapshots().coveredBy(1);
        if (own != wantedBehind) {
            wantedBehind = NEVER;
        }
        if (shortage.wants(SnapshotTrigger.isOfUse(rooms, group.snapshots()::coveredOf), group.applied() > own,
            nowNs)) {
            wantedBehind = own;
        }
    }

    public boolean isWanted() {
        return wantedBehind != NEVER;
    }
}
