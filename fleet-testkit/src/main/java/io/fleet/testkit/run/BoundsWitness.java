package io.fleet.testkit.run;

import io.fleet.machine.GroupConfig;
import io.fleet.node.NodeCore;
import io.fleet.testkit.witness.Violations;

/** Looks after each duty cycle of each node whether its tables keep their bounds (S13). */
final class BoundsWitness {
    private final GroupConfig config;
    private final Violations violations;

    BoundsWitness(final GroupConfig config, final Violations violations) {
        this.config = config;
        this.violations = violations;
    }

    /** A node has ended a duty cycle. */
    void check(final int node, final NodeCore core) {
        final int sessions = core.status(SimCluster.GROUP_ID).sessions();
        if (sessions > config.maxSessions()) {
            report(node, "has " + sessions + " open sessions, but must have at most " + config.maxSessions());
        }
        final int unordered = core.unorderedBodies(SimCluster.GROUP_ID);
        if (unordered > config.pendingEntries()) {
            report(node, "holds " + unordered + " bodies that wait to be ordered, but must hold at most "
                + config.pendingEntries());
        }
    }

    private void report(final int node, final String what) {
        violations.report("a table exceeds its bound: node " + node + " " + what);
    }
}
