package io.fleet.scattered;

import io.fleet.consensus.GroupState;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Role;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.membership.Rejoin;
import io.fleet.storage.VoterState;
import java.util.List;

/** What the roles of a scattered group say of how it stands. */
final class ScatteredState implements GroupState {
    private final Roles roles;
    private final Election election;
    private final Rejoin rejoin;

    ScatteredState(final Roles roles, final Election election, final Rejoin rejoin) {
        this.roles = roles;
        this.election = election;
        this.rejoin = rejoin;
    }

    @Override
    public Role role() {
        return election.role();
    }

    @Override
    public long leaderBallot() {
        return election.leaderBallot();
    }

    @Override
    public boolean isLed(final long nowNs) {
        return election.isLed(nowNs);
    }

    @Override
    public long ordered() {
        return roles.learner.ordered();
    }

    @Override
    public VoterState standing() {
        return roles.voting.standing();
    }

    @Override
    public long repairTarget() {
        return rejoin.target();
    }

    @Override
    public int unorderedBodies() {
        return roles.bodies.unordered();
    }

    @Override
    public List<ModeCounter> counters() {
        return roles.leases.counters();
    }

    @Override
    public void measure(final TableUse use) {
        use.pendingEntries.set(roles.bodies.unordered());
        use.pendingBytes.set(roles.bodies.unorderedBytes());
        roles.leader.measure(use);
    }
}
