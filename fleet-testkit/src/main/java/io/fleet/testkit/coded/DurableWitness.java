package io.fleet.testkit.coded;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What is durable on each node, as its logs say it and not as the node believes: nothing else may be told to others
 * (rules C2, C6, R4, R6). It is kept over restarts, as disks are.
 */
final class DurableWitness {
    private final int enough;
    private final Consumer<String> report;
    private final List<Set<String>> steps = new ArrayList<>();
    private final List<Set<String>> parts = new ArrayList<>();

    DurableWitness(final CodedPlan plan, final Consumer<String> report) {
        this.enough = plan.quorums().enough();
        this.report = report;
        for (int i = 0; i < plan.nodes(); i++) {
            steps.add(new HashSet<>());
            parts.add(new HashSet<>());
        }
    }

    void onStep(final int node, final long slot, final long step) {
        steps.get(node).add(slot + " " + step);
    }

    void onPart(final int node, final EntryId id) {
        parts.get(node).add(id.toString());
    }

    void onStepSent(final int node, final long slot, final long step) {
        if (!steps.get(node).contains(slot + " " + step)) {
            report.accept("node " + node + " sends " + Step.toString(step) + " of slot " + slot
                + " before it is durable");
        }
    }

    void onPartAcknowledged(final int node, final EntryId id) {
        if (!parts.get(node).contains(id.toString())) {
            report.accept("node " + node + " acknowledges its part of " + id + " before it is durable");
        }
    }

    void onReady(final int node, final EntryId id) {
        final long holders = parts.stream().filter(held -> held.contains(id.toString())).count();
        if (holders < enough) {
            report.accept("node " + node + " announces " + id + ", of which " + holders + " nodes hold their part");
        }
    }
}
