package io.fleet.consensus.quorum;

/**
 * Between two systems whose quorums need not meet: it writes as the next one does, and a read quorum is one of both. So
 * its reads meet the writes of the one before, and the reads of the next one meet its writes.
 */
public final class JointReads implements QuorumSystem {
    private final QuorumSystem next;
    private final QuorumSystem before;

    /**
     * Creates the system.
     *
     * @param next   the one that follows.
     * @param before the one that it follows.
     */
    public JointReads(final QuorumSystem next, final QuorumSystem before) {
        this.next = next;
        this.before = before;
    }

    @Override
    public boolean isWriteQuorum(final long members) {
        return next.isWriteQuorum(members);
    }

    @Override
    public boolean isReadQuorum(final long members) {
        return next.isReadQuorum(members) && before.isReadQuorum(members);
    }

    @Override
    public int parts() {
        return next.parts();
    }

    @Override
    public long part(final int part) {
        return next.part(part);
    }

    @Override
    public int enough(final int part) {
        return next.enough(part);
    }

    @Override
    public int tolerated() {
        return Math.max(next.tolerated(), before.tolerated());
    }

    @Override
    public int fewestRepairers() {
        return Math.min(next.fewestRepairers(), before.fewestRepairers());
    }

    /** Says so, too, where each of both can, and not with the same members left out. */
    @Override
    public boolean canReadWithout(final long set, final int count) {
        return next.canReadWithout(set, count) && before.canReadWithout(set, count);
    }
}
