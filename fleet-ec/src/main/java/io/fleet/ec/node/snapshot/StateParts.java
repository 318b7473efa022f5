package io.fleet.ec.node.snapshot;

import io.fleet.consensus.ReplicaProgress;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.retention.PartMaintenance;
import java.util.ArrayDeque;

/**
 * Sees to it that this node holds its parts of all entries that its state refers to, at each start and when the state
 * has come from another: slots that a snapshot covers are not applied, so nothing else asks for their parts.
 */
final class StateParts {
    private final PartMaintenance parts;
    private final ReplicaProgress progress;
    private final ArrayDeque<EntryId> wanted = new ArrayDeque<>();
    private boolean isDue = true;

    /** Nothing is asked for before the first {@link #doWork}. */
    StateParts(final PartMaintenance parts, final ReplicaProgress progress) {
        this.parts = parts;
        this.progress = progress;
        parts.waitsFor(this::isPending);
    }

    /** There is another state. */
    void renew() {
        isDue = true;
    }

    int doWork() {
        if (isDue) {
            isDue = false;
            wanted.clear();
            progress.forEachReferenced((batcherId, sequence, digest) -> wanted.add(new EntryId().set(batcherId,
                sequence, digest)));
        }
        int work = 0;
        while (!wanted.isEmpty() && parts.require(wanted.peek(), Math.max(1, progress.applied()))) {
            wanted.remove();
            work++;
        }
        return work;
    }

    /** Whether there may be parts that were not asked for yet. */
    private boolean isPending() {
        return isDue || !wanted.isEmpty();
    }
}
