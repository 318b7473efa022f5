package io.fleet.reads;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import java.util.Comparator;
import java.util.List;

/**
 * In which order a node asks the other voters for their marks. It begins behind the node itself, so that each of them
 * is asked by as many others; who let a round wait goes to the end, and stays there until others do.
 */
final class Partners {
    private final int self;
    private GroupMember[] order = {};
    private GroupMember own;

    Partners(final int self) {
        this.self = self;
    }

    /** Another configuration: whoever was slow is forgotten. */
    void set(final Configuration configuration) {
        final List<GroupMember> voters = configuration.members().stream().filter(GroupMember::voter)
            .sorted(Comparator.comparingInt((GroupMember member) -> member.node() <= self ? 1 : 0)
                .thenComparingInt(GroupMember::node)).toList();
        own = voters.stream().filter(member -> member.node() == self).findFirst().orElse(null);
        order = voters.stream().filter(member -> member.node() != self).toArray(GroupMember[]::new);
    }

    /** This node; null where it is no voter. */
    GroupMember own() {
        return own;
    }

    /** How many others there are. */
    int size() {
        return order.length;
    }

    /** The others, those first that are asked first. */
    GroupMember get(final int index) {
        return order[index];
    }

    /** Some let a round wait: they are asked last from now on. */
    void late(final long slots) {
        int kept = 0;
        final GroupMember[] next = new GroupMember[order.length];
        for (final GroupMember member : order) {
            if ((slots & bit(member)) == 0) {
                next[kept++] = member;
            }
        }
        for (final GroupMember member : order) {
            if ((slots & bit(member)) != 0) {
                next[kept++] = member;
            }
        }
        order = next;
    }

    static long bit(final GroupMember member) {
        return 1L << member.slot();
    }
}
