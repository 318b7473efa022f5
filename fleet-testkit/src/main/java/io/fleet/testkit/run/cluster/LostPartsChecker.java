package io.fleet.testkit.run.cluster;

import io.fleet.testkit.checker.Violations;
import java.util.HashMap;
import java.util.Map;

/**
 * Nodes of a coded group that told that they have lost parts: none counts as one that holds its parts before it has
 * settled a window of slots above the snapshot that it began with (S15, R6). Until then an entry of which it has lost
 * its part without noticing may be decided again.
 */
public final class LostPartsChecker {
    /** Of slots, as hosted groups have it. */
    public static final int WINDOW = 64;

    private final Violations violations;
    /** Of each node that has lost parts: the slot of the newest snapshot that it has begun with since. */
    private final Map<Integer, Long> begunWith = new HashMap<>();
    private long repaired;

    LostPartsChecker(final Violations violations) {
        this.violations = violations;
    }

    void onLost(final int node) {
        begunWith.putIfAbsent(node, 0L);
    }

    void onSnapshotTaken(final int node, final long slot) {
        begunWith.computeIfPresent(node, (key, before) -> Math.max(before, slot));
    }

    /** The disk of a node says that it holds its parts. */
    void onCounts(final int node, final long settled) {
        final Long slot = begunWith.remove(node);
        if (slot == null) {
            return;
        }
        repaired++;
        if (slot > 0 && settled < slot + WINDOW) {
            violations.report("node " + node + " has lost parts, and counts as one that holds them again with slot "
                + settled + " settled, though it began with a snapshot at slot " + slot);
        }
    }

    /** How many have counted again. */
    long repaired() {
        return repaired;
    }
}
