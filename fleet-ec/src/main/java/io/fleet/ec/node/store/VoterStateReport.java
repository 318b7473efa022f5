package io.fleet.ec.node.store;

import io.fleet.consensus.ProtocolListener;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.ec.group.rejoin.RejoinStatus;
import io.fleet.ec.node.member.MemberTable;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Tells who watches a node whether it counts in a coded group, and what it waits for when it does not (S15). */
public final class VoterStateReport {
    private static final long TELL_NS = TimeUnit.SECONDS.toNanos(3);

    private final VoterState before;
    private final RejoinStatus repair;
    private final LongSupplier settled;
    private final MemberTable members;
    private final ProtocolListener listener;
    private final IntervalTimer tellTime = new IntervalTimer(TELL_NS);
    private boolean wasVoter;
    private boolean isStarted;

    /** {@code before} is how the node stood at its start. */
    public VoterStateReport(final VoterState before, final RejoinStatus repair, final LongSupplier settled,
                            final MemberTable members,
                            final ProtocolListener listener) {
        this.before = before;
        this.repair = repair;
        this.settled = settled;
        this.members = members;
        this.listener = listener;
        wasVoter = repair.isVoter();
    }

    public VoterState now() {
        return repair.isVoter() ? VoterState.VOTER : before;
    }

    public void doWork(final long nowNs) {
        if (wasVoter) {
            return;
        }
        if (repair.isVoter()) {
            wasVoter = true;
            listener.onStanding(before, VoterState.VOTER, repair.how());
        } else if (!isStarted) {
            isStarted = true;
            tellTime.isDue(nowNs);
        } else if (tellTime.isDue(nowNs)) {
            listener.onWaiting(what(), repair.isHopeless());
        }
    }

    private String what() {
        if (repair.isHopeless()) {
            return "too many members have lost their state, or never had any; what they had said cannot be known, so"
                + " this node does not vote; see docs/runbook.md#when-too-many-members-have-lost-their-state";
        }
        if (repair.target() > 0) {
            return "does not vote yet: has learned slot " + settled.getAsLong() + " of " + repair.target();
        }
        final List<Integer> missing = new ArrayList<>();
        for (int position = 0; position < members.size(); position++) {
            if ((repair.missing() >>> position & 1) != 0) {
                missing.add(members.nodeAt(position));
            }
        }
        return (before == VoterState.NEW ? "first start" : "does not vote") + ": waiting for nodes " + missing;
    }
}
