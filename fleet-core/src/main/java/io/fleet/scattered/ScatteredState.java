package io.fleet.scattered;

import io.fleet.consensus.GroupState;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Role;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.leader.Leases;
import io.fleet.scattered.learner.Learner;
import io.fleet.scattered.membership.Rejoin;
import io.fleet.storage.VoterState;
import java.util.List;

/** What the roles of a scattered group say of how it stands. */
final class ScatteredState implements GroupState {
    private final Election election;
    private final Learner learner;
    private final VoteGuard voting;
    private final Rejoin rejoin;
    private final PendingBodies bodies;
    private final Leader leader;
    private final Leases leases;

    ScatteredState(final Election election, final Learner learner, final VoteGuard voting, final Rejoin rejoin,
                   final PendingBodies bodies, final Leader leader, final Leases leases) {
        this.election = election;
        this.learner = learner;
        this.voting = voting;
        this.rejoin = rejoin;
        this.bodies = bodies;
        this.leader = leader;
        this.leases = leases;
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
        return learner.ordered();
    }

    @Override
    public VoterState standing() {
        return voting.standing();
    }

    @Override
    public long repairTarget() {
        return rejoin.target();
    }

    @Override
    public int unorderedBodies() {
        return bodies.unordered();
    }

    @Override
    public List<ModeCounter> counters() {
        return leases.counters();
    }

    @Override
    public void measure(final TableUse use) {
        use.pendingEntries.set(bodies.unordered());
        use.pendingBytes.set(bodies.unorderedBytes());
        leader.measure(use);
    }
}
