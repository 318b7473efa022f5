package io.fleet.consensus;

import io.fleet.consensus.membership.Configuration;

/**
 * Members that never change: those who founded the group.
 *
 * @param current who they are.
 */
public record FixedMembers(Configuration current) implements GroupMembers {
    @Override
    public Configuration heard() {
        return current;
    }

    @Override
    public boolean isRemoved() {
        return false;
    }
}
