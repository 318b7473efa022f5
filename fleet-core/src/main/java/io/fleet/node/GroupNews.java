package io.fleet.node;

import io.fleet.consensus.ProtocolListener;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.VoterState;

/** What the protocol of one group tells: for the node's {@link NodeEvents}, and for the host of the group. */
final class GroupNews implements ProtocolListener {
    private final int groupId;
    private final int self;
    private final NodeEvents events;
    private final CampaignGate gate;
    private final RoleCheck role;
    /** How often it has asked for votes since it led, or heard of a new leader elsewhere. */
    private int tries;
    private Runnable onMembers = () -> {};
    private Runnable onLeader = () -> {};

    GroupNews(final int groupId, final int self, final NodeEvents events, final CampaignGate gate,
              final RoleCheck role) {
        this.role = role;
        this.gate = gate;
        this.groupId = groupId;
        this.self = self;
        this.events = events;
    }

    /** Told from now on of other members, or of other members heard of; and of another leader. */
    void tell(final Runnable newOnMembers, final Runnable newOnLeader) {
        onMembers = newOnMembers;
        onLeader = newOnLeader;
    }

    @Override
    public boolean mayCampaign(final long patienceNs, final long nowNs) {
        final boolean may = gate.enter(this, tries, patienceNs, nowNs);
        tries += may ? 1 : 0;
        return may;
    }

    @Override
    public void onRole(final Role from, final Role to, final long ballot, final String reason) {
        if (to == Role.LEADER || to == Role.FOLLOWER) {
            gate.leave(this);
        }
        tries = to == Role.LEADER ? 0 : tries;
        events.onRole(groupId, from, to, ballot, reason);
    }

    @Override
    public void onLeader(final long ballot, final int leader) {
        tries = leader == self ? tries : 0;
        onLeader.run();
        events.onLeader(groupId, ballot, leader);
    }

    @Override
    public void onStanding(final VoterState from, final VoterState to, final String reason) {
        events.onStanding(groupId, from, to, reason);
    }

    @Override
    public void onWaiting(final String waiting, final boolean lost) {
        events.onWaiting(groupId, waiting, lost);
    }

    @Override
    public void onHandOver(final String what) {
        events.onHandOver(groupId, what);
    }

    @Override
    public void onClock(final String what) {
        events.onClock(groupId, what);
    }

    @Override
    public void onConfiguration(final Configuration configuration) {
        role.onConfiguration(configuration);
        onMembers.run();
        events.onConfiguration(groupId, configuration);
    }

    @Override
    public void onMembersHeard(final Configuration configuration) {
        onMembers.run();
    }

    @Override
    public void onRemoved(final Configuration configuration) {
        onMembers.run();
        events.onRemoved(groupId, configuration);
    }

    @Override
    public void onFormerLearner(final int node, final int number, final int least) {
        events.onFormerLearner(groupId, node, number, least);
    }
}
