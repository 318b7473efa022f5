package io.fleet.consensus.quorum;

/**
 * Storage groups (FLEET, section 3.1.2): a write quorum is a majority of any one group, a read quorum a majority of
 * every group. Groups have no members in common.
 */
public final class GroupQuorums implements QuorumSystem {
    private final long[] groups;

    /**
     * Creates the system.
     *
     * @param groups the members of each group.
     */
    public GroupQuorums(final long... groups) {
        this.groups = groups.clone();
    }

    @Override
    public boolean isWriteQuorum(final long members) {
        for (int i = 0; i < groups.length; i++) {
            if (Long.bitCount(members & groups[i]) >= enough(i)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isReadQuorum(final long members) {
        for (int i = 0; i < groups.length; i++) {
            if (Long.bitCount(members & groups[i]) < enough(i)) {
                return false;
            }
        }
        return groups.length > 0;
    }

    @Override
    public int parts() {
        return groups.length;
    }

    @Override
    public long part(final int part) {
        return groups[part];
    }

    @Override
    public int enough(final int part) {
        return Long.bitCount(groups[part]) / 2 + 1;
    }

    @Override
    public int tolerated() {
        int most = 0;
        for (int i = 0; i < groups.length; i++) {
            most = Math.max(most, Long.bitCount(groups[i]) - enough(i));
        }
        return most;
    }

    @Override
    public int fewestRepairers() {
        if (groups.length == 1) {
            return Math.max(1, Long.bitCount(groups[0]) - Long.bitCount(groups[0]) / 2);
        }
        int all = -1;
        for (int i = 0; i < groups.length; i++) {
            all += enough(i);
        }
        return Math.max(1, all);
    }

    @Override
    public boolean canReadWithout(final long set, final int count) {
        int most = 0;
        long others = set;
        for (int i = 0; i < groups.length; i++) {
            most += Math.min(Long.bitCount(set & groups[i]), Long.bitCount(groups[i]) - enough(i));
            others &= ~groups[i];
        }
        return most + Long.bitCount(others) >= count;
    }
}
