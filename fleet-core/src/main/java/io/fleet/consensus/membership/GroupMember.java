package io.fleet.consensus.membership;

/**
 * A member of a group in one configuration.
 *
 * @param node     its node id.
 * @param slot     its place in sets of members, 0 to {@link Configuration#SLOTS} - 1; its own while it is a member.
 * @param voter    whether it counts in quorums. One that does not gets everything all the same: it is a learner, which
 *                 votes when a later configuration says so, or an observer, which does not.
 * @param replaces the voter that goes when this learner becomes one; {@link #NOBODY} for none.
 * @param endpoint where it is reached, as {@code host:port}; empty where all know that from elsewhere.
 * @param leastNumber the least number of a life in which it counts as a voter (S15), as who led when the configuration
 *                    was ordered counted it; 0 where that is not told.
 * @param role     what it is for; one that is {@link MemberRole#REPLICA} does not vote.
 */
public record GroupMember(int node, int slot, boolean voter, int replaces, String endpoint, int leastNumber,
                          MemberRole role) {
    /** What {@link #replaces()} says when it replaces nobody. */
    public static final int NOBODY = -1;

    /** A member that votes, or is to. */
    public GroupMember(final int node, final int slot, final boolean voter, final int replaces, final String endpoint,
                       final int leastNumber) {
        this(node, slot, voter, replaces, endpoint, leastNumber, MemberRole.FULL);
    }

    /**
     * A member of whose lives nothing is told.
     *
     * @param node     its node id.
     * @param slot     its place in sets of members.
     * @param voter    whether it counts in quorums.
     * @param replaces the voter that goes when this learner becomes one; {@link #NOBODY} for none.
     * @param endpoint where it is reached.
     */
    public GroupMember(final int node, final int slot, final boolean voter, final int replaces,
                       final String endpoint) {
        this(node, slot, voter, replaces, endpoint, 0);
    }

    GroupMember promoted() {
        return new GroupMember(node, slot, true, NOBODY, endpoint, leastNumber, role);
    }

    static GroupMember observer(final int node, final int slot, final String endpoint) {
        return new GroupMember(node, slot, false, NOBODY, endpoint, 0, MemberRole.REPLICA);
    }

    GroupMember asLearner(final int inPlaceOf) {
        return new GroupMember(node, slot, false, inPlaceOf, endpoint, leastNumber);
    }

    /** Whether it votes once it has caught up. */
    public boolean isLearner() {
        return role != MemberRole.REPLICA && !voter;
    }

    /** Whether it gets everything, and is not to vote. */
    public boolean isObserver() {
        return role == MemberRole.REPLICA;
    }

    /** Whether it persists and is to vote, and executes nothing. */
    public boolean isWitness() {
        return role == MemberRole.STORAGE;
    }

    GroupMember withLeastNumber(final int number) {
        return number <= leastNumber ? this : new GroupMember(node, slot, voter, replaces, endpoint, number,
            role);
    }
}
