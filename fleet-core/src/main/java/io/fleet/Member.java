package io.fleet;

import io.fleet.config.Checks;
import io.fleet.config.Mode;
import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.error.ConfigException;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.Shard;
import io.fleet.transport.aeron.config.Endpoint;
import java.util.Arrays;
import java.util.List;

/**
 * One member of a cluster: where its node receives.
 *
 * @param nodeId its number, 0 to 1023, unique in the cluster.
 * @param host   a name or address that the other nodes reach it by.
 * @param port   its UDP port, 1 to 65535; the first of them where nodes have several duty threads ({@link
 *               NodeConfig.Builder#dutyThreads}).
 * @param role   what it is for, in all groups that it founds or is added to. All founders must be told the same, and
 *               each is {@link MemberRole#FULL} or {@link MemberRole#STORAGE}. To clients, and of others to a node that
 *               joins, it means nothing.
 */
public record Member(int nodeId, String host, int port, MemberRole role) {
    /**
     * Checks the ranges.
     *
     * @param nodeId its number.
     * @param host   its host.
     * @param port   its port.
     * @param role   its role.
     */
    public Member {
        Checks.range("member node id", nodeId, 0, 1023);
        Checks.range("member port", port, 1, 65535);
        if (host == null || host.isBlank()) {
            throw new ConfigException("the host of member " + nodeId + " is missing");
        }
        Checks.notNull("member role", role);
    }

    /**
     * A member that persists, votes and executes.
     *
     * @param nodeId its number.
     * @param host   its host.
     * @param port   its port.
     */
    public Member(final int nodeId, final String host, final int port) {
        this(nodeId, host, port, MemberRole.FULL);
    }

    /**
     * The same member with another role.
     *
     * @param value such as {@link MemberRole#STORAGE} for a witness.
     * @return a changed copy.
     */
    public Member withRole(final MemberRole value) {
        return new Member(nodeId, host, port, value);
    }

    /** No two members may receive at the same place; each has as many ports as duty threads. */
    static void requireAddresses(final List<Member> members, final TransportKind transport, final int dutyThreads) {
        if (transport == TransportKind.IPC) {
            return;
        }
        for (final Member one : members) {
            Ports.require("port of member " + one.nodeId(), one.port(), dutyThreads);
            for (final Member other : members) {
                if (one.nodeId() < other.nodeId() && Math.abs(one.port() - other.port()) < dutyThreads
                    && one.host().equals(other.host())) {
                    throw new ConfigException("address of member " + other.nodeId() + " is " + other.host() + ":"
                        + other.port() + ", which is " + (one.port() == other.port() ? "that of member " + one.nodeId()
                            + " already" : "too near to port " + one.port() + " of member " + one.nodeId()
                                + ": with dutyThreads " + dutyThreads + " each needs its port and the "
                                + (dutyThreads - 1) + " behind it"));
                }
            }
        }
    }

    /** Witnesses are named by all founders, and are so few that enough others have copies of the state. */
    static void requireRoles(final List<Member> members, final int nodeId, final boolean joins,
                             final List<GroupSpec> groups) {
        final int[] witnesses = members.stream().filter(member -> member.role() == MemberRole.STORAGE)
            .mapToInt(Member::nodeId).toArray();
        if (!joins && members.stream().anyMatch(member -> member.role() == MemberRole.REPLICA)) {
            throw new ConfigException("a member has role REPLICA, but founders must have FULL or STORAGE: an"
                + " observer is added to a group that exists");
        }
        for (final GroupSpec group : groups) {
            if (!joins) {
                requireQuorums(members, witnesses, group);
            }
            final boolean isNamed = members.stream().anyMatch(member -> member.nodeId() == nodeId
                && member.role() == MemberRole.STORAGE);
            if (!joins && group.isWitness() != isNamed) {
                throw new ConfigException("group " + group.groupId() + " of node " + nodeId + " has "
                    + (isNamed ? "a state machine, but its member has role STORAGE: use witness(...)"
                        : "no state machine, but its member has role FULL: give it role STORAGE, on all nodes"));
            }
            if ((witnesses.length > 0 || group.isWitness()) && group.config().mode() != Mode.SCATTERED) {
                throw new ConfigException("group " + group.groupId() + " has mode " + group.config().mode()
                    + ", but only groups of mode SCATTERED may have witnesses");
            }
        }
    }

    /** Who counts is a founder, and enough of those have copies of the state. */
    private static void requireQuorums(final List<Member> members, final int[] witnesses, final GroupSpec group) {
        final QuorumLayout quorums = group.config().quorums();
        final int[] nodes = members.stream().mapToInt(Member::nodeId).sorted().toArray();
        for (final List<Integer> part : quorums.parts()) {
            for (final int node : part) {
                if (Arrays.binarySearch(nodes, node) < 0) {
                    throw new ConfigException("quorums of group " + group.groupId() + " is " + quorums + ", but node "
                        + node + " is no member: it must be one of " + Arrays.toString(nodes));
                }
            }
        }
        if (Configuration.first(nodes, witnesses, 0, 0, List.of()).countedBy(quorums).hasEnoughReplicas()) {
            return;
        }
        if (quorums.isMajority()) {
            throw new ConfigException(witnesses.length + " of " + members.size() + " members have role STORAGE, but at"
                + " most " + (members.size() - 1) / 2 + " may have: more than half must have a copy of the state");
        }
        throw new ConfigException("quorums of group " + group.groupId() + " is " + quorums + " with "
            + (members.size() - witnesses.length) + " members of role FULL, which are too few copies of the state: they"
            + " must be a write quorum, or one more than may be lost of the others");
    }

    /** Where one of the duty threads of the node receives. */
    Endpoint endpoint(final Shard shard, final TransportKind transport) {
        return new Endpoint(nodeId, host, transport == TransportKind.IPC ? port : shard.port(port));
    }

    /** A group's members with the addresses that they were given by: at the first port of each, not at the group's. */
    static Configuration asGiven(final Configuration group, final Shard shard) {
        return shard.index() == 0 ? group
            : group.withMembers(group.members().stream().map(member -> asGiven(member, shard)).toList());
    }

    private static GroupMember asGiven(final GroupMember member, final Shard shard) {
        final Endpoint at = Endpoint.parse(member.node(), member.endpoint());
        return at == null || at.port() <= shard.index() ? member
            : new GroupMember(member.node(), member.slot(), member.voter(), member.replaces(),
                new Endpoint(at.nodeId(), at.host(), at.port() - shard.index()).address(), member.leastNumber(),
                member.role());
    }

    static List<Endpoint> endpoints(final List<Member> members, final Shard shard, final TransportKind transport) {
        return members.stream().map(member -> member.endpoint(shard, transport)).toList();
    }

    /**
     * Reads {@code host:port}.
     *
     * @param nodeId its number.
     * @param text   such as {@code 127.0.0.1:9001} or {@code [::1]:9001}.
     * @return the member.
     */
    public static Member parse(final int nodeId, final String text) {
        final int colon = Checks.notNull("member " + nodeId, text).lastIndexOf(':');
        if (colon <= 0) {
            throw new ConfigException("member " + nodeId + " is '" + text + "', but must be host:port");
        }
        try {
            return new Member(nodeId, text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (final NumberFormatException e) {
            throw new ConfigException("member " + nodeId + " is '" + text
                + "', but must be host:port with a port from 1 to 65535");
        }
    }
}
