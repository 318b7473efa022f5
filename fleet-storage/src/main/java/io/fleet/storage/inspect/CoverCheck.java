package io.fleet.storage.inspect;

import io.fleet.storage.snapshot.SnapshotSummary;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Whether there is a snapshot of all that the ordered log does not hold any more, group by group: a start needs it
 * where the log was trimmed, or goes on behind one. One thread; for one log.
 */
final class CoverCheck {
    /** Up to where a snapshot must cover each group. */
    private final Map<Integer, Long> needed = new TreeMap<>();

    /** The next record; {@code isBodyTrimmed} says that it refers to what was let go of. */
    void add(final LogEntry entry, final boolean isBodyTrimmed) {
        if (isBodyTrimmed || entry.kind() == LogEntry.Kind.SKIP) {
            needed.put(entry.groupId(), entry.lsn());
        } else {
            needed.putIfAbsent(entry.groupId(), entry.lsn() - 1);
        }
    }

    /** Says of each group for which there is none; that one which is there is unsound is said elsewhere. */
    void check(final List<SnapshotSummary> snapshots, final Consumer<String> problem) {
        needed.forEach((groupId, upTo) -> {
            if (upTo > 0 && snapshots.stream().noneMatch(s -> s.groupId() == groupId && s.lsn() >= upTo)) {
                problem.accept("the ordered log of group " + groupId + " begins at lsn " + (upTo + 1)
                    + ", and no snapshot covers what was before");
            }
        });
    }
}
