package io.fleet.protocol.scattered;

import io.fleet.storage.Standing;

/**
 * Whether this node counts in quorums right now (S15): the one answer that all roles ask for before they promise,
 * acknowledge, grant or campaign. {@link Rejoin} alone changes it.
 */
final class Voting {
    private Standing standing;

    Voting(final Standing standing) {
        this.standing = standing;
    }

    boolean counts() {
        return standing == Standing.VOTER;
    }

    Standing standing() {
        return standing;
    }

    void become(final Standing next) {
        standing = next;
    }
}
