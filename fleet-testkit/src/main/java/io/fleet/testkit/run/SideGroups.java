package io.fleet.testkit.run;

import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.plan.RunPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The groups of a run beside the first one; none in most runs.
 *
 * @param <I> what clients ask for.
 * @param <O> what they are answered.
 */
final class SideGroups<I, O> {
    private final List<SideGroup<I, O>> groups = new ArrayList<>();

    /** How many clients such groups of a run have. */
    static int clientsOf(final RunPlan plan) {
        int clients = 0;
        for (int id = SimCluster.GROUP_ID + 1; id < plan.config().groups(); id++) {
            clients += SideGroup.workload(plan, id).clients();
        }
        return clients;
    }

    void add(final SideGroup<I, O> group) {
        groups.add(group);
    }

    /** Does something with one of them; not with one that is not among them, which strangers may name. */
    void with(final int groupId, final Consumer<SideGroup<I, O>> action) {
        for (int i = 0; i < groups.size(); i++) {
            if (groups.get(i).groupId() == groupId) {
                action.accept(groups.get(i));
            }
        }
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    void forEach(final Consumer<SideGroup<I, O>> action) {
        groups.forEach(action);
    }

    /** A node is up, or gone. */
    void homed(final int node, final boolean up) {
        if (up) {
            groups.forEach(group -> group.started(node));
        } else {
            groups.forEach(group -> group.homed(node, false));
        }
    }

    /** Whether each has come to one end on all that are left. */
    boolean areConverged(final List<SimNode> survivors) {
        return groups.stream().allMatch(group -> group.isConverged(survivors));
    }

    int leaders() {
        return groups.stream().mapToInt(SideGroup::leaders).sum();
    }

    /** How each stands on a node, a line for each; nothing where the node is down. */
    String describe(final SimNode node) {
        final StringBuilder text = new StringBuilder();
        for (final SideGroup<I, O> group : groups) {
            text.append(node.isUp() ? "\n        group " + group.groupId() + ": " + node.status(group.groupId()) : "");
        }
        return text.toString();
    }
}
