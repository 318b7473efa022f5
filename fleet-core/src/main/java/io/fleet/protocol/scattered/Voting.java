package io.fleet.protocol.scattered;

import io.fleet.storage.Standing;

/**
 * Whether this node counts in quorums right now (S15): the one answer that all roles ask for before they promise,
 * acknowledge, grant or campaign. {@link Rejoin} alone changes it.
 */
final class Voting {
    private final Membership membership;
    private Standing standing;

    Voting(final Standing standing, final Membership membership) {
        this.standing = standing;
        this.membership = membership;
    }

    /** Whether it has lost nothing, and is one of those that vote (S14). */
    boolean counts() {
        return standing == Standing.VOTER && membership.amVoter();
    }

    /** Whether it has lost nothing, or has been given it again (S15); a learner may be sound and not count. */
    boolean isSound() {
        return standing == Standing.VOTER;
    }

    Standing standing() {
        return standing;
    }

    void become(final Standing next) {
        standing = next;
    }
}
