package io.fleet;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberAddress;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.error.ConfigException;
import io.fleet.transport.aeron.config.Endpoint;
import java.util.Optional;

/** What is looked at before anybody is asked to add a node: all members will contact it at its address. */
final class NewMemberCheck {
    private NewMemberCheck() {
    }

    /** The address, if it may be one of a host. */
    static String requireAddress(final int node, final String address) {
        final String fault = MemberAddress.fault(address);
        if (fault != null) {
            throw new ConfigException("address of node " + node + " is " + address
                + ", but must be where the other members reach it: " + fault);
        }
        return address;
    }

    /** Why a group does not take a node at its address. */
    static Optional<String> objection(final Configuration members, final MemberChange change,
                                      final int dutyThreads) {
        return change.endpoint.isEmpty() ? Optional.empty()
            : holder(members, change, dutyThreads)
                .map(other -> change.endpoint + (other.endpoint().equals(change.endpoint) ? " is the address of node "
                    : " is among the ports of the " + dutyThreads + " duty threads of node ") + other.node())
                .or(() -> elsewhere(members, change).map(other -> change.endpoint + " and " + other.endpoint()
                    + " of node " + other.node() + " are not reached from one another: one of them is what each machine"
                    + " calls itself"));
    }

    /**
     * Who has the address of the node that comes, and stays. A node that never answers at its address would learn for
     * ever. One that goes may leave its address to the one that comes.
     */
    private static Optional<GroupMember> holder(final Configuration members, final MemberChange change,
                                                final int dutyThreads) {
        return members.members().stream()
            .filter(each -> stays(each, change) && overlaps(each, change, dutyThreads))
            .findFirst();
    }

    private static boolean overlaps(final GroupMember member, final MemberChange change, final int dutyThreads) {
        final Endpoint one = Endpoint.parse(member.node(), member.endpoint());
        final Endpoint other = Endpoint.parse(change.node, change.endpoint);
        return member.endpoint().equals(change.endpoint) || one != null && other != null
            && one.host().equals(other.host()) && Math.abs(one.port() - other.port()) < dutyThreads;
    }

    /** A member that is on a network where the node that comes is on its machine's own, or the other way round. */
    private static Optional<GroupMember> elsewhere(final Configuration members, final MemberChange change) {
        final boolean isLoopback = MemberAddress.isLoopback(change.endpoint);
        final boolean isRouted = MemberAddress.isRouted(change.endpoint);
        return members.members().stream()
            .filter(each -> stays(each, change) && (isLoopback && MemberAddress.isRouted(each.endpoint())
                || isRouted && MemberAddress.isLoopback(each.endpoint())))
            .findFirst();
    }

    private static boolean stays(final GroupMember member, final MemberChange change) {
        return member.node() != change.node && member.node() != change.replaced;
    }
}
