package io.fleet.testkit.run.cluster;

import io.fleet.node.NodeCore;
import io.fleet.storage.BirthId;
import io.fleet.testkit.checker.Violations;
import io.fleet.wire.WireIdentity;

/**
 * Looks at which cluster nodes take theirs for: all of one run must have the same birth id from when they have one, and
 * none ever changes it. Whoever speaks as one of them in a run learns here which it is.
 */
public final class BirthChecker {
    private final Violations violations;
    private long birthId;

    BirthChecker(final Violations violations) {
        this.violations = violations;
    }

    /** A node has run. */
    void look(final int nodeId, final NodeCore core) {
        final long seen = core.birthId();
        if (seen == BirthId.NONE || seen == birthId) {
            return;
        }
        if (birthId != BirthId.NONE) {
            violations.report("node " + nodeId + " belongs to the cluster of birth id " + BirthId.format(seen)
                + ", and others to that of " + BirthId.format(birthId));
        }
        birthId = seen;
    }

    /** The birth id; {@link BirthId#NONE} while no node has one. */
    long birthId() {
        return birthId;
    }

    /** Makes somebody one of the cluster, as far as it is known. */
    public WireIdentity tell(final WireIdentity identity) {
        return birthId == BirthId.NONE ? identity : identity.birthId(birthId);
    }
}
