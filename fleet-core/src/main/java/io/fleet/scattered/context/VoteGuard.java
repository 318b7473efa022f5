package io.fleet.scattered.context;

import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.lease.LeaseGrants;
import io.fleet.consensus.lease.SubLeases;
import io.fleet.consensus.store.NodeLives;
import io.fleet.consensus.store.VoterStateStore;
import io.fleet.storage.VoterState;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Whether this node counts in quorums right now (S15): the one answer that all roles ask for before they promise,
 * acknowledge, grant or campaign. {@code Rejoin} alone changes it.
 */
public final class VoteGuard {
    private static final CoverageMark LENDS = CoverageMark.named("vote-guard.campaign-waits-for-holders");

    private final Membership membership;
    private final ReplicaProgress progress;
    private final LeaseGrants grants;
    private final SubLeases lent;
    private final NodeLives lives;
    private VoterState standing;
    private boolean noted;

    public VoteGuard(final VoterStateStore store, final NodeLives lives, final Membership membership,
                     final ReplicaProgress progress, final LeaseGrants grants, final SubLeases lent) {
        this.lives = lives;
        standing = store.atStart();
        this.membership = membership;
        this.progress = progress;
        this.grants = grants;
        this.lent = lent;
    }

    /**
     * Whether it has lost nothing, and is one of those that vote (S14). A node that comes up with a snapshot ahead of
     * its ordered log knows a configuration of the snapshot; until the log notes durably that it goes on behind the
     * snapshot, the node might forget what it does as one of its voters, and so does nothing.
     * Nor does one of which another voter may listen to a copy.
     */
    public boolean counts() {
        if (!noted) {
            noted = progress.durable() >= membership.version();
        }
        return noted && standing == VoterState.VOTER && membership.amVoter() && !lives.isDoubted();
    }

    /** Whether it has lost nothing, or has been given it again (S15); a learner may be sound and not count. */
    public boolean isSound() {
        return standing == VoterState.VOTER;
    }

    /**
     * Whether it may help to elect a node, itself or another, as far as it is bound to no other leader (L1, L3). It may
     * lead anew itself once all that it has lent replicas is over (L10).
     */
    public boolean mayElect(final int candidate, final long nowNs) {
        if (candidate == membership.self() && !lent.haveEnded(nowNs)) {
            LENDS.hit();
            return false;
        }
        return grants.mayElect(candidate, nowNs);
    }

    /** Whether it may elect nobody, whom it has granted nothing to: it waits after its start (L3). */
    public boolean waits(final long nowNs) {
        return grants.isStarting(nowNs);
    }

    public VoterState standing() {
        return standing;
    }

    public void become(final VoterState next) {
        standing = next;
    }

    /** It has become a voter by the repair of a leader, which may have counted on grants of another life until now. */
    public void onRepaired() {
        grants.onRepaired();
    }
}
