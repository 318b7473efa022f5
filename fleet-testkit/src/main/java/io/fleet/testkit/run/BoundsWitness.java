package io.fleet.testkit.run;

import io.fleet.machine.GroupConfig;
import io.fleet.node.NodeCore;
import io.fleet.node.ReadThreads;
import io.fleet.testkit.witness.Violations;

/** Looks after each duty cycle of each node, and whenever a long read comes, whether tables keep their bounds (S13). */
final class BoundsWitness {
    private final int groupId;
    private final GroupConfig config;
    private final Violations violations;

    BoundsWitness(final int groupId, final GroupConfig config, final Violations violations) {
        this.groupId = groupId;
        this.config = config;
        this.violations = violations;
    }

    /** A node has ended a duty cycle. */
    void check(final int node, final NodeCore core) {
        final int sessions = core.status(groupId).sessions();
        if (sessions > config.maxSessions()) {
            report(node, "has " + sessions + " open sessions, but must have at most " + config.maxSessions());
        }
        final int unordered = core.unorderedBodies(groupId);
        if (unordered > config.pendingEntries()) {
            report(node, "holds " + unordered + " bodies that wait to be ordered, but must hold at most "
                + config.pendingEntries());
        }
    }

    /** A node keeps a long read until a thread has time for it. */
    void onLongRead(final int node, final int waiting) {
        if (waiting > ReadThreads.MAX_WAITING) {
            report(node, "has " + waiting + " long reads that wait for a thread, but must have at most "
                + ReadThreads.MAX_WAITING);
        }
    }

    private void report(final int node, final String what) {
        violations.report("a table exceeds its bound: node " + node + " " + what);
    }
}
