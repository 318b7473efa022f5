package io.fleet.node;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.Effects;
import io.fleet.consensus.message.replication.StateDigest;
import io.fleet.node.divergence.DivergenceDetector;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.Replica;
import io.fleet.replica.effects.EffectExchange;

/** What replicas of a group tell each other of what they have made of the log: digests, and effects of commands. */
final class ReplicaExchange {
    private final Outbound outbound;
    private final Replica replica;
    private final GroupProtocol protocol;
    private final DivergenceDetector divergence;
    private final EffectExchange effects = new EffectExchange();
    private Configuration members;
    private boolean hasOthers;

    ReplicaExchange(final int groupId, final Outbound outbound, final Replica replica, final GroupProtocol protocol,
                    final NodeEvents events, final GroupCounters counters) {
        this.outbound = outbound;
        this.replica = replica;
        this.protocol = protocol;
        divergence = new DivergenceDetector(groupId, outbound, events, counters);
    }

    EffectExchange effects() {
        return effects;
    }

    void register(final MessageRoutes routes) {
        routes.<StateDigest>on(MessageType.STATE_DIGEST, (sender, digest, nowNs) -> divergence.onDigest(sender, digest,
            replica.isAway() || replica.isWitness() ? null : replica.digest(), replica.applied(), protocol.members()
                .current()));
        routes.<Effects>on(MessageType.EFFECTS,
            (sender, chunk, nowNs) -> effects.onEffects(sender, chunk, replica.applied()));
    }

    /** A duty cycle begins. */
    void begin(final long nowNs) {
        final boolean isLeading = protocol.state().role() == Role.LEADER;
        if (isLeading && members != protocol.members().current()) {
            members = protocol.members().current();
            hasOthers = members.members().stream()
                .anyMatch(member -> !member.isWitness() && member.node() != outbound.self());
        }
        effects.begin(nowNs, protocol.state().leaderBallot(), isLeading && hasOthers);
    }

    /** Whether an entry waits for effects, so that time alone brings something about. */
    boolean isWaiting() {
        return effects.isWaiting();
    }

    int doWork() {
        final int work = effects.doWork(outbound);
        return replica.isAway() || replica.isWitness() ? work
            : work + divergence.doWork(replica.digest(), protocol.members().current());
    }
}
