package io.fleet.node;

import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.transport.Transport;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;

/**
 * Keeps the transport connected to all who belong to a group of this node: those of the configuration that it acts on,
 * and of the newest that it has heard of. Who belongs to none any more is disconnected after a while, in which it is
 * told so. A node that has joined no group yet keeps those whom it was started with. A member without an address that
 * this node can use gets nothing from it.
 */
final class Connections {
    /** Longer than a leader goes on telling a node that it is removed. */
    static final long LINGER_NS = 30_000_000_000L;
    private static final long CHECK_NS = 1_000_000_000L;
    private static final long STAYS = Long.MIN_VALUE;

    private final int self;
    private final Transport transport;
    private final GroupHost[] groups;
    private final Int2ObjectHashMap<String> wanted = new Int2ObjectHashMap<>();
    private final Long2LongHashMap leaving = new Long2LongHashMap(STAYS);
    private final IntervalTimer checkTime = new IntervalTimer(CHECK_NS);

    Connections(final int self, final Transport transport, final GroupHost[] groups) {
        this.self = self;
        this.transport = transport;
        this.groups = groups;
    }

    /** Some group knows other members than before. */
    void onChange(final long nowNs) {
        wanted.clear();
        leaving.clear();
        boolean waits = false;
        for (final GroupHost group : groups) {
            final GroupMembers membership = group.membership();
            want(membership.suspected());
            membership.told().forEach(this::want);
            want(membership.current());
            want(membership.heard());
            waits |= membership.heard().members().isEmpty();
        }
        wanted.forEach(transport::connect);
        if (!waits) {
            for (final int node : transport.connected()) {
                if (!wanted.containsKey(node)) {
                    leaving.put(node, nowNs + LINGER_NS);
                }
            }
        }
    }

    int doWork(final long nowNs) {
        if (leaving.isEmpty() || !checkTime.isDue(nowNs)) {
            return 0;
        }
        for (final int node : transport.connected()) {
            final long untilNs = leaving.get(node);
            if (untilNs != STAYS && nowNs - untilNs >= 0) {
                transport.disconnect(node);
                leaving.remove(node);
            }
        }
        return 1;
    }

    private void want(final Configuration configuration) {
        for (final GroupMember member : configuration.members()) {
            if (member.node() != self) {
                wanted.put(member.node(), addressOf(member));
            }
        }
    }

    /** Where nobody has told an address in the group, this node has one of its own, or needs none. */
    private String addressOf(final GroupMember member) {
        return member.endpoint().isEmpty() ? transport.address(member.node()) : member.endpoint();
    }
}
