package io.fleet.ec.node.proxy;

import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.common.LogClock;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.group.retention.PartCapacity;
import io.fleet.ec.message.Learned;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.ec.node.member.PayloadModeAgreement;
import io.fleet.ec.node.snapshot.SnapshotWish;
import java.util.concurrent.TimeUnit;

/** What this node writes as a proxy: entries of clients, and some without effect that let log time pass. */
public final class Proxy {
    private static final long SWEEP_NS = TimeUnit.SECONDS.toNanos(1);

    private final ProtocolContext context;
    private final MemberTable table;
    private final CodedGroup group;
    private final ProxyIntake intake;
    private final Admission admission;
    private final PayloadModeAgreement agreement;
    private final SnapshotWish wish;
    private final Ticks ticks;
    private final ProxyClock clock;
    private final IntervalTimer sweepTime = new IntervalTimer(SWEEP_NS);

    /** Nothing is written before the first {@link #doWork}. */
    public Proxy(final ProtocolContext context, final MemberTable table, final CodedGroup group,
                 final ProxyIntake intake, final Admission admission, final PayloadModeAgreement agreement,
                 final SnapshotWish wish, final Ticks ticks) {
        this.context = context;
        this.table = table;
        this.group = group;
        this.intake = intake;
        this.admission = admission;
        this.agreement = agreement;
        this.wish = wish;
        this.ticks = ticks;
        clock = new ProxyClock(new Clocks(), context.config().sessionTimeoutMillis(), context.progress());
    }

    /** A member has said what it has room for, which of its disks are full, and what its clock shows. */
    public void onSaid(final int member, final PartCapacity room, final Learned said, final long nowNs) {
        admission.onSaid(member, room, said, nowNs);
        clock.hear(member, said.clock, nowNs);
    }

    /** One duty cycle; while a member has little room it wants a snapshot. */
    public int doWork(final long nowNs, final long epochMillis) {
        final long logTime = clock.time(group.learned(), nowNs, epochMillis);
        final PartCapacity room = admission.look(nowNs);
        wish.look(nowNs);
        if (agreement.refusal() != null || !clock.isCompared()) {
            return 0;
        }
        final int work = intake.spread(group, room, logTime);
        return room == PartCapacity.FOR_NOTHING_NEW ? work
            : work + ticks.doWork(group, context.progress(), logTime, nowNs);
    }

    /** Which disks of this node are full, in words; empty for none. */
    public String fullDisks() {
        return admission.ownFullDisks();
    }

    /** Forgets now and then of what entries the rest never came. */
    public void expire(final long nowNs) {
        if (sweepTime.isDue(nowNs)) {
            intake.expire(nowNs);
        }
    }

    /** All members vote. */
    private final class Clocks implements LogClock.Members {
        @Override
        public int self() {
            return context.outbound().self();
        }

        @Override
        public int slots() {
            return table.size();
        }

        @Override
        public int node(final int slot) {
            return table.nodeAt(slot);
        }

        @Override
        public boolean isVoter(final int slot) {
            return true;
        }

        @Override
        public void tell(final String what) {
            context.counters().wrongClocks.increment();
            context.listener().onClock("the wall clock of this node, which proposes log time, " + what);
        }
    }
}
