package io.fleet.protocol.membership;

/**
 * A member of a group in one configuration.
 *
 * @param node     its node id.
 * @param slot     its place in sets of members, 0 to {@link Configuration#SLOTS} - 1; its own while it is a member.
 * @param voter    whether it counts in quorums. One that does not is a learner: it gets everything, and votes when a
 *                 later configuration says so.
 * @param replaces the voter that goes when this learner becomes one; {@link #NOBODY} for none.
 * @param endpoint where it is reached, as {@code host:port}; empty where all know that from elsewhere.
 */
public record GroupMember(int node, int slot, boolean voter, int replaces, String endpoint) {
    /** What {@link #replaces()} says when it replaces nobody. */
    public static final int NOBODY = -1;

    GroupMember promoted() {
        return new GroupMember(node, slot, true, NOBODY, endpoint);
    }
}
