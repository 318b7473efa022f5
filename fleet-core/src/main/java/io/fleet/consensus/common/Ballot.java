package io.fleet.consensus.common;

/**
 * Ballots: a round in the high 48 bits and the node that campaigns in the low 16, so that no two nodes ever use the
 * same one. A node makes its own promise durable before it asks others (S16), so it does not use one twice either. 0
 * is below every ballot.
 */
public final class Ballot {
    /** Below every ballot of a leader. */
    public static final long NONE = 0;
    /** The bits of a ballot that name its node. */
    public static final long MAX_NODE_BITS = 0xFFFF;
    /** The last round there is: one a second takes 34,000 years to get there. */
    public static final long MAX_ROUND = 1L << 40;
    /** No ballot is above this one. */
    public static final long MAX = MAX_ROUND << 16 | MAX_NODE_BITS;

    private Ballot() {
    }

    /**
     * Whether there is a round after that of a ballot.
     *
     * @param known the highest ballot known.
     * @return whether {@link #next} may be asked.
     */
    public static boolean hasNext(final long known) {
        return round(known) < MAX_ROUND;
    }

    /**
     * The lowest ballot of a node in the round after that of another ballot.
     *
     * @param known the highest ballot known.
     * @param node  the node that campaigns, 0 to 1023.
     * @return the ballot.
     * @throws IllegalArgumentException when there is no such round ({@link #hasNext}), or no such node.
     */
    public static long next(final long known, final int node) {
        if (!hasNext(known) || node < 0 || node > MAX_NODE_BITS) {
            throw new IllegalArgumentException("round " + round(known) + " of node " + node
                + ", but must be below " + MAX_ROUND + ", of a node from 0 to " + MAX_NODE_BITS);
        }
        return (round(known) + 1) << 16 | node;
    }

    /**
     * The node that owns a ballot.
     *
     * @param ballot the ballot.
     * @return the node, or -1 for {@link #NONE}.
     */
    public static int node(final long ballot) {
        return ballot == NONE ? -1 : (int) (ballot & 0xFFFF);
    }

    /**
     * The round of a ballot.
     *
     * @param ballot the ballot.
     * @return the round, from 1; 0 for {@link #NONE}.
     */
    public static long round(final long ballot) {
        return ballot >>> 16;
    }

    /**
     * A form for people.
     *
     * @param ballot the ballot.
     * @return such as {@code 7.2}: round 7 of node 2.
     */
    public static String format(final long ballot) {
        return ballot == NONE ? "none" : round(ballot) + "." + node(ballot);
    }
}
