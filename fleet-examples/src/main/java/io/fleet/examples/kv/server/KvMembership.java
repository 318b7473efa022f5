package io.fleet.examples.kv.server;

import io.fleet.config.QuorumLayout;
import java.util.List;
import java.util.Set;

/**
 * Who belongs to the group at first, and how this process comes to it.
 *
 * @param members   host:port of each member's transport, in the order of their ids; empty for all in this process.
 * @param joins     whether this node joins a group that exists, rather than to found one.
 * @param alone     whether it may found a group of which it is the only member.
 * @param witnesses which of the members are witnesses: they persist and vote, and have no store.
 * @param quorums   how its voters count when the group is founded.
 * @param gatewayHost of a gateway, which runs no node: a name or address of this machine that the nodes reach it by;
 *                  null for a node.
 */
public record KvMembership(List<String> members, boolean joins, boolean alone, Set<Integer> witnesses,
                           QuorumLayout quorums, String gatewayHost) {
    /** All in this process. */
    public static final KvMembership EMBEDDED = new KvMembership(List.of(), false, false, Set.of(),
        QuorumLayout.majority(), null);
}
