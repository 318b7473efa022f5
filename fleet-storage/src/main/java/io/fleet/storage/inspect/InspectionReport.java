package io.fleet.storage.inspect;

import io.fleet.storage.Finding;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.log.LogScan;
import io.fleet.storage.meta.MetaSummary;
import io.fleet.storage.snapshot.SnapshotSummary;
import java.util.List;

/**
 * What the directories of a node hold.
 *
 * @param identity       whose they are; null when nothing says so.
 * @param meta           the meta store; null when there is none that can be read.
 * @param logs           each log of each directory.
 * @param snapshots      the committed snapshots.
 * @param findings       what is wrong, or worth knowing: at most {@link StorageInspection#MAX_FINDINGS}.
 * @param damages        how many findings of damage there are, whether kept or not.
 * @param doubts         how many of a last flush in doubt.
 * @param trimmedBodies  references of the ordered log to bodies whose file has been trimmed.
 * @param matchedRecords records that the filter took, whether shown or not; 0 when nothing was to be shown.
 */
public record InspectionReport(StorageIdentity identity, MetaSummary meta, List<LogScan.Summary> logs,
                               List<SnapshotSummary> snapshots, List<Finding> findings, long damages, long doubts,
                               long trimmedBodies, long matchedRecords) {
    /** Whether nothing is damaged. A last flush that is in doubt is no damage: nobody was told that it is durable. */
    public boolean isSound() {
        return damages == 0;
    }
}
