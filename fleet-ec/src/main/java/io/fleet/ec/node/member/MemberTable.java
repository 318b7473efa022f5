package io.fleet.ec.node.member;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.ec.consensus.Quorums;
import java.util.Arrays;

/**
 * Which node has which position among the members of a group. Positions follow the order of the nodes' numbers, so that
 * all members agree on them without a word. Immutable.
 */
public final class MemberTable {
    /** The position of a node that is no member. */
    public static final int NONE = -1;

    private final int[] nodes;
    private final int[] positions;
    private final int self;

    /**
     * Creates a table.
     *
     * @param nodes the members, in any order, 2 to {@link Quorums#MAX_NODES} of them, from 0.
     * @param self  this node, one of them.
     * @throws IllegalArgumentException that names what is wrong.
     */
    public MemberTable(final int[] nodes, final int self) {
        this.nodes = nodes.clone();
        Arrays.sort(this.nodes);
        if (nodes.length < 2 || nodes.length > Quorums.MAX_NODES) {
            throw new IllegalArgumentException("members " + Arrays.toString(nodes) + " are not 2 to "
                + Quorums.MAX_NODES);
        }
        if (this.nodes[0] < 0 || Arrays.stream(nodes).distinct().count() != nodes.length) {
            throw new IllegalArgumentException("members " + Arrays.toString(nodes)
                + " name a node twice or one below 0");
        }
        positions = new int[this.nodes[nodes.length - 1] + 1];
        Arrays.fill(positions, NONE);
        for (int i = 0; i < this.nodes.length; i++) {
            positions[this.nodes[i]] = i;
        }
        this.self = positionOf(self);
        if (this.self == NONE) {
            throw new IllegalArgumentException("node " + self + " is none of " + Arrays.toString(nodes));
        }
    }

    /** Of a group's members, as they founded it. */
    public static MemberTable of(final Configuration founders, final int self) {
        return new MemberTable(founders.members().stream().mapToInt(GroupMember::node).toArray(), self);
    }

    /**
     * The position of a node.
     *
     * @param node any number.
     * @return from 0; {@link #NONE} when it is no member.
     */
    public int positionOf(final int node) {
        return node < 0 || node >= positions.length ? NONE : positions[node];
    }

    /**
     * The node at a position.
     *
     * @param position from 0, below {@link #size}.
     * @return its number.
     */
    public int nodeAt(final int position) {
        return nodes[position];
    }

    /**
     * The position of this node.
     *
     * @return from 0.
     */
    public int self() {
        return self;
    }

    /**
     * How many members there are.
     *
     * @return n.
     */
    public int size() {
        return nodes.length;
    }
}
