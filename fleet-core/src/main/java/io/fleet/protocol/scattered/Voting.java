package io.fleet.protocol.scattered;

import io.fleet.protocol.NodeLives;
import io.fleet.protocol.ReplicaProgress;
import io.fleet.protocol.StandingStore;
import io.fleet.protocol.lease.LeaseGrants;
import io.fleet.storage.Standing;

/**
 * Whether this node counts in quorums right now (S15): the one answer that all roles ask for before they promise,
 * acknowledge, grant or campaign. {@link Rejoin} alone changes it.
 */
final class Voting {
    private final Membership membership;
    private final ReplicaProgress progress;
    private final LeaseGrants grants;
    private final NodeLives lives;
    private Standing standing;
    private boolean noted;

    Voting(final StandingStore store, final NodeLives lives, final Membership membership,
           final ReplicaProgress progress, final LeaseGrants grants) {
        this.lives = lives;
        standing = store.atStart();
        this.membership = membership;
        this.progress = progress;
        this.grants = grants;
    }

    /**
     * Whether it has lost nothing, and is one of those that vote (S14). A node that comes up with a snapshot ahead of
     * its ordered log knows a configuration of the snapshot; until the log notes durably that it goes on behind the
     * snapshot, the node might forget what it does as one of its voters, and so does nothing.
     * Nor does one of which another voter may listen to a copy.
     */
    boolean counts() {
        if (!noted) {
            noted = progress.durable() >= membership.version();
        }
        return noted && standing == Standing.VOTER && membership.amVoter() && !lives.isDoubted();
    }

    /** Whether it has lost nothing, or has been given it again (S15); a learner may be sound and not count. */
    boolean isSound() {
        return standing == Standing.VOTER;
    }

    /** Whether it may help to elect a node, itself or another, as far as it is bound to no other leader (L1, L3). */
    boolean mayElect(final int candidate, final long nowNs) {
        return grants.mayElect(candidate, nowNs);
    }

    /** Whether it may elect nobody, whom it has granted nothing to: it waits after its start (L3). */
    boolean waits(final long nowNs) {
        return grants.isStarting(nowNs);
    }

    Standing standing() {
        return standing;
    }

    void become(final Standing next) {
        standing = next;
    }
}
