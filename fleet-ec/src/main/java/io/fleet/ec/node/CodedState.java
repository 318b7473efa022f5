package io.fleet.ec.node;

import io.fleet.consensus.GroupState;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Role;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.node.member.PayloadModeAgreement;
import io.fleet.ec.node.member.ReachableMembers;
import io.fleet.ec.node.proxy.Admission;
import io.fleet.ec.node.proxy.ProxyIntake;
import io.fleet.ec.node.store.VoterStateReport;
import io.fleet.storage.VoterState;
import java.util.List;

/** How the group stands on this node, which is a proxy. */
final class CodedState implements GroupState {
    private final long ballot;
    private final CodedGroup group;
    private final VoterStateReport report;
    private final PayloadModeAgreement agreement;
    private final Admission admission;
    private final ProxyIntake intake;
    private final ReachableMembers reachable;
    private final List<ModeCounter> counters;
    private long highest;

    /** {@code ballot} is that of this node as a proxy. */
    CodedState(final long ballot, final CodedGroup group, final VoterStateReport report,
               final PayloadModeAgreement agreement, final Admission admission, final ProxyIntake intake,
               final ReachableMembers reachable, final List<ModeCounter> counters) {
        this.ballot = ballot;
        this.group = group;
        this.report = report;
        this.agreement = agreement;
        this.admission = admission;
        this.intake = intake;
        this.reachable = reachable;
        this.counters = counters;
    }

    @Override
    public Role role() {
        return Role.PROXY;
    }

    /** Of this node as a proxy. */
    @Override
    public long leaderBallot() {
        return ballot;
    }

    @Override
    public boolean isLed(final long nowNs) {
        return reachable.areEnough(nowNs);
    }

    /** What this node has decided, without gaps. */
    @Override
    public long ordered() {
        highest = Math.max(highest, group.settled());
        return highest;
    }

    @Override
    public VoterState standing() {
        return report.now();
    }

    @Override
    public long repairTarget() {
        return group.rejoinStatus().target();
    }

    @Override
    public String refusal() {
        return agreement.refusal() != null ? agreement.refusal() : admission.refusal();
    }

    @Override
    public int unorderedBodies() {
        return intake.unspread();
    }

    @Override
    public List<ModeCounter> counters() {
        return counters;
    }

    @Override
    public void measure(final TableUse use) {
        use.pendingEntries.set(intake.unspread());
        use.pendingBytes.set(intake.bytes());
        use.windowEntries.set(intake.size() - intake.unspread());
        use.batchers.set(intake.batchers());
    }
}
