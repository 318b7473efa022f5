package io.fleet.consensus.quorum;

/** One part; any majority of it is a write quorum and a read quorum. */
public final class MajorityQuorum implements QuorumSystem {
    private final int majority;
    private final long all;

    /**
     * Creates the system.
     *
     * @param members how many voters there are, 1 to 63.
     */
    public MajorityQuorum(final int members) {
        if (members < 1 || members > 63) {
            throw new IllegalArgumentException("members is " + members + ", but must be from 1 to 63");
        }
        majority = members / 2 + 1;
        all = (1L << members) - 1;
    }

    private MajorityQuorum(final long voters) {
        majority = Long.bitCount(voters) / 2 + 1;
        all = voters;
    }

    /**
     * The system of some members.
     *
     * @param voters the set of those that count, each a bit from 0 to 62; an empty one has no quorum.
     * @return the system.
     */
    public static MajorityQuorum of(final long voters) {
        return new MajorityQuorum(voters);
    }

    @Override
    public boolean isWriteQuorum(final long members) {
        return Long.bitCount(members & all) >= majority;
    }

    @Override
    public boolean isReadQuorum(final long members) {
        return Long.bitCount(members & all) >= majority;
    }

    @Override
    public int parts() {
        return all == 0 ? 0 : 1;
    }

    @Override
    public long part(final int part) {
        return all;
    }

    @Override
    public int enough(final int part) {
        return majority;
    }

    @Override
    public int tolerated() {
        return Math.max(0, Long.bitCount(all) - majority);
    }

    @Override
    public int fewestRepairers() {
        return Math.max(1, Long.bitCount(all) - Long.bitCount(all) / 2);
    }

    @Override
    public boolean canReadWithout(final long set, final int count) {
        return Math.min(Long.bitCount(set & all), Long.bitCount(all) - majority) + Long.bitCount(set & ~all) >= count;
    }
}
