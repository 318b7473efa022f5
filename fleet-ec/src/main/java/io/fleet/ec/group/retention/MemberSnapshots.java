package io.fleet.ec.group.retention;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.group.decision.MemberSlots;
import java.util.function.LongConsumer;

/**
 * Which durable snapshots the members hold, as last heard of each: what f + 1 of them cover, this node's own among
 * them, may go from logs, since one of these is left whoever fails (rule R3). The word of a member that has lost
 * something is forgotten (S15).
 */
public final class MemberSnapshots {
    private static final int INTERVALS = 8;

    private final int self;
    private final LongConsumer tell;
    private final MemberSlots covered;
    private final IntervalTimer tellTime;
    private boolean isNews;

    /** {@code tell} tells all members up to which slot this node's snapshot covers everything. */
    public MemberSnapshots(final SlotConsensusConfig config, final LongConsumer tell) {
        this.tell = tell;
        self = config.self();
        covered = new MemberSlots(config.quorums().nodes());
        tellTime = new IntervalTimer(INTERVALS * config.resendNs());
    }

    public void onOwn(final long slot) {
        isNews |= slot != own();
        onHeld(self, slot);
    }

    /** The last word counts: a snapshot that turns out to be unsound covers nothing any more. */
    public void onHeld(final int member, final long slot) {
        covered.forget(member);
        covered.put(member, slot);
    }

    public void forget(final int member) {
        covered.forget(member);
    }

    /** This node's own. */
    public long own() {
        return covered.of(self);
    }

    /** That of a member, as last heard. */
    public long of(final int member) {
        return covered.of(member);
    }

    /** What so many members cover, this one among them. */
    public long by(final int members) {
        return Math.min(own(), covered.reachedBy(members));
    }

    public int doWork(final long nowNs) {
        if (isNews || own() > 0 && tellTime.isDue(nowNs)) {
            isNews = false;
            tell.accept(own());
            return 1;
        }
        return 0;
    }
}
