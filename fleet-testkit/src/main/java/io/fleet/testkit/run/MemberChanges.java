package io.fleet.testkit.run;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultHandler;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.FaultPlanConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Changes who belongs to the group: which runs have that, and what each change is. What a change is depends on who
 * belongs to the group by then, as the node knows that is asked.
 */
final class MemberChanges implements FaultHandler {
    private static final int PERCENT = 12;
    private static final int MOST_NODES = 7;
    private static final int MOST_CHANGES = 10;
    private static final int KINDS = 4;
    private static final int EVERYONE = 64;

    private final List<SimNode> nodes;
    private final FaultCounters effects = new FaultCounters();

    MemberChanges(final List<SimNode> nodes) {
        this.nodes = nodes;
    }

    /** Gives some plans spare nodes and changes; without damage to disks, and with all nodes alive at the end. */
    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        if (random.nextInt(100) < 100 - PERCENT) {
            return plan;
        }
        final int spares = 1 + random.nextInt(3);
        final int founders = Math.max(1, Math.min(plan.config().nodes(), MOST_NODES - spares));
        final int all = founders + spares;
        final FaultPlan drawn = Swarm.faults(all, plan.workload().spanNs(), random.split());
        final List<Fault> faults = new ArrayList<>(drawn.faults());
        faults.removeIf(fault -> !Feature.MEMBERSHIP.admits(fault.kind()));
        final long untilNs = Math.max(plan.workload().spanNs(), 500_000_000L);
        faults.addAll(FaultPlan.draw(new FaultPlanConfig(all, 1 + random.nextInt(MOST_CHANGES), 1, untilNs / 10,
            untilNs, Set.of(FaultKind.MEMBER_CHANGE)), random).faults());
        return plan.withConfig(plan.config().withNodes(all).withSpares(spares))
            .withFaults(FaultPlan.of(faults, (1 << all) - 1, drawn.fate()));
    }

    FaultCounters effects() {
        return effects;
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        if (fault.kind() != FaultKind.MEMBER_CHANGE) {
            return;
        }
        final SimNode target = nodes.get(fault.target());
        if (!target.isUp()) {
            return;
        }
        final Configuration current = target.core().membership(SimCluster.GROUP_ID).current();
        final int chance = (int) fault.strength();
        final int stranger = pick(false, current, chance / KINDS);
        final int member = pick(true, current, chance / KINDS / EVERYONE);
        final boolean asked = switch (chance % KINDS) {
            case 0 -> stranger >= 0 && target.changeMembers(MemberChange.ADD, stranger, MemberChange.NOBODY);
            case 1 -> member >= 0 && target.changeMembers(MemberChange.REMOVE, member, MemberChange.NOBODY);
            default -> stranger >= 0 && member >= 0 && target.changeMembers(MemberChange.REPLACE, stranger, member);
        };
        if (asked) {
            effects.increment(FaultKind.MEMBER_CHANGE);
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        // A change goes on by itself.
    }

    private int pick(final boolean isMember, final Configuration current, final int chance) {
        final List<Integer> fitting = new ArrayList<>();
        for (final SimNode node : nodes) {
            final GroupMember member = current.member(node.nodeId());
            if (isMember == (member != null)) {
                fitting.add(node.nodeId());
            }
        }
        return fitting.isEmpty() ? -1 : fitting.get(chance % fitting.size());
    }
}
