package io.fleet.node;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.node.identity.ClusterIdentity;
import io.fleet.node.identity.Lives;
import org.agrona.collections.IntHashSet;

/**
 * Tells members which cluster they belong to.
 *
 * <p>Members that have not been heard lately may have lost their directories, and not know whom to ask. All are told
 * once in an election timeout, whatever came in their names: that may have been sent by somebody else.
 */
final class BirthNotices {
    /** A member that is silent for an election timeout may not know its cluster, and is told so many times in each. */
    private static final int IN_EACH_TIMEOUT = 4;

    private final ClusterIdentity birth;
    private final Lives lives;
    private final GroupHost[] groups;
    private final int self;
    private final IntervalTimer timer;
    /** Of all groups, this node not among them; as they were when that was looked up last. */
    private final IntHashSet members = new IntHashSet();
    private boolean isChanged = true;
    private int rounds;

    /**
     * Creates the notices of one node.
     *
     * @param groups all groups of the node; may still be filled.
     */
    BirthNotices(final ClusterIdentity birth, final Lives lives, final GroupHost[] groups, final int self) {
        this.birth = birth;
        this.lives = lives;
        this.groups = groups;
        this.self = self;
        timer = new IntervalTimer(birth.patienceNs() / IN_EACH_TIMEOUT);
    }

    /** A group has other members than before. */
    void membersChanged() {
        isChanged = true;
    }

    /**
     * Tells those whose time it is. Call in each duty cycle.
     *
     * @param now the clock of this cycle in nanoseconds.
     */
    void doWork(final long now) {
        if (!birth.isKnown() || !timer.isDue(now)) {
            return;
        }
        if (isChanged) {
            isChanged = false;
            lookUp();
        }
        rounds++;
        final IntHashSet.IntIterator each = members.iterator();
        while (each.hasNext()) {
            final int node = each.nextValue();
            if (rounds % IN_EACH_TIMEOUT == 0 || !lives.isHeard(node, now)) {
                birth.tell(node);
            }
        }
    }

    private void lookUp() {
        members.clear();
        for (final GroupHost group : groups) {
            for (final GroupMember member : group.membership().current().members()) {
                members.add(member.node());
            }
        }
        members.remove(self);
    }
}
