package io.fleet.testkit.run.cluster;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultHandler;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.run.plan.QuorumRuns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Changes who belongs to the group. What a change is depends on who belongs to the group by then, as the node knows
 * that is asked.
 */
public final class MemberChanges implements FaultHandler {
    private static final int KINDS = 4;
    private static final int EVERYONE = 64;
    /** Of so many changes one is of how the voters count. */
    private static final int OF_QUORUMS = 3;

    private final List<SimNode> nodes;
    private final IntPredicate witnesses;
    private final boolean areCountedOtherwise;
    private final FaultCounters effects = new FaultCounters();

    /**
     * Of each node is told whether it has no state machine.
     *
     * @param areCountedOtherwise whether some changes are of how the voters count.
     */
    public MemberChanges(final List<SimNode> nodes, final IntPredicate witnesses, final boolean areCountedOtherwise) {
        this.areCountedOtherwise = areCountedOtherwise;
        this.witnesses = witnesses;
        this.nodes = nodes;
    }

    public FaultCounters effects() {
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
        final Configuration current = target.core().group(SimCluster.GROUP_ID).membership().current();
        final int chance = (int) fault.strength();
        if (areCountedOtherwise && chance / KINDS % OF_QUORUMS == 0 && current.voters() != 0) {
            final MemberChange change = new MemberChange();
            change.kind = MemberChange.QUORUMS;
            change.quorums = QuorumRuns.layout(Arrays.stream(current.nodes())
                .filter(node -> current.member(node).voter()).boxed().toList(), new SplittableRandom(chance));
            if (target.changeMembers(change)) {
                effects.increment(FaultKind.MEMBER_CHANGE);
            }
            return;
        }
        final int other = chance / KINDS / EVERYONE / EVERYONE;
        final int observer = other % 2 == 0 ? pick(MemberChanges::isObserver, current, chance / KINDS) : -1;
        final int stranger = observer >= 0 ? observer : pick(each -> each == null, current, chance / KINDS);
        final int member = pick(each -> each != null, current, chance / KINDS / EVERYONE);
        final int add = observer < 0 && other / 2 % 3 == 0 ? MemberChange.ADD_OBSERVER : MemberChange.ADD;
        final boolean isWitness = stranger >= 0 && witnesses.test(stranger);
        final boolean asked = switch (chance % KINDS) {
            case 0 -> stranger >= 0 && change(target, isWitness ? MemberChange.ADD_WITNESS : add, stranger,
                MemberChange.NOBODY);
            case 1 -> member >= 0 && change(target, MemberChange.REMOVE, member, MemberChange.NOBODY);
            default -> stranger >= 0 && member >= 0 && change(target, isWitness ? MemberChange.REPLACE_BY_WITNESS
                : MemberChange.REPLACE, stranger, member);
        };
        if (asked) {
            effects.increment(FaultKind.MEMBER_CHANGE);
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        // A change goes on by itself.
    }

    private static boolean change(final SimNode target, final int kind, final int node, final int replaced) {
        final MemberChange change = new MemberChange();
        change.kind = kind;
        change.node = node;
        change.replaced = replaced;
        change.endpoint = "node-" + node + ":1";
        return target.changeMembers(change);
    }

    private static boolean isObserver(final GroupMember member) {
        return member != null && member.isObserver();
    }

    private int pick(final Predicate<GroupMember> fits, final Configuration current, final int chance) {
        final List<Integer> fitting = new ArrayList<>();
        for (final SimNode node : nodes) {
            if (fits.test(current.member(node.nodeId()))) {
                fitting.add(node.nodeId());
            }
        }
        return fitting.isEmpty() ? -1 : fitting.get(chance % fitting.size());
    }
}
