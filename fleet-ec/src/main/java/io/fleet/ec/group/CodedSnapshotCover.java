package io.fleet.ec.group;

import io.fleet.consensus.common.IntervalTimer;

/**
 * Which durable snapshots the members hold, as last heard of each: what f + 1 of them cover, this node's own among
 * them, may go from logs, since one of these is left whoever fails (rule R3). The word of a member that has lost
 * something is forgotten (S15).
 */
final class CodedSnapshotCover {
    private static final int INTERVALS = 8;

    private final int self;
    private final CodedGroupOutbound outbound;
    private final LearnedTable covered;
    private final IntervalTimer tellTime;
    private boolean isNews;

    CodedSnapshotCover(final int self, final int members, final long resendNs, final CodedGroupOutbound outbound) {
        this.self = self;
        this.outbound = outbound;
        covered = new LearnedTable(members);
        tellTime = new IntervalTimer(INTERVALS * resendNs);
    }

    void onOwn(final long slot) {
        isNews |= slot != own();
        onHeld(self, slot);
    }

    /** The last word counts: a snapshot that turns out to be unsound covers nothing any more. */
    void onHeld(final int member, final long slot) {
        covered.forget(member);
        covered.put(member, slot);
    }

    void forget(final int member) {
        covered.forget(member);
    }

    /** This node's own. */
    long own() {
        return covered.of(self);
    }

    /** That of a member, as last heard. */
    long of(final int member) {
        return covered.of(member);
    }

    /** What so many members cover, this one among them. */
    long by(final int members) {
        return Math.min(own(), covered.reachedBy(members));
    }

    int doWork(final long nowNs) {
        if (isNews || own() > 0 && tellTime.isDue(nowNs)) {
            isNews = false;
            outbound.snapshotHeld(own());
            return 1;
        }
        return 0;
    }
}
