package io.fleet.protocol;

/**
 * Ballots: a round in the high 48 bits and the node that campaigns in the low 16, so that no two nodes ever use the
 * same one. A node makes its own promise durable before it asks others (S16), so it does not use one twice either. 0
 * is below every ballot.
 */
public final class Ballot {
    /** Below every ballot of a leader. */
    public static final long NONE = 0;

    private Ballot() {
    }

    /**
     * The lowest ballot of a node above another ballot.
     *
     * @param known the highest ballot known.
     * @param node  the node that campaigns, 0 to 1023.
     * @return the ballot.
     */
    public static long next(final long known, final int node) {
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
