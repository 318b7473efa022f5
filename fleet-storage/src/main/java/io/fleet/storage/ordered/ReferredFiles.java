package io.fleet.storage.ordered;

import io.fleet.storage.HighestPositions;
import io.fleet.storage.LogPosition;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Which files of the scattered log the entries of an ordered log referred to when it was opened, and up to which LSN of
 * each group: a few numbers for each file.
 */
final class ReferredFiles {
    private final HighestPositions highest = new HighestPositions();
    private final Int2ObjectHashMap<List<Referred>> files = new Int2ObjectHashMap<>();

    void note(final int groupId, final long position, final long lsn) {
        highest.note(position);
        final Referred file = find(files.computeIfAbsent(groupId, group -> new ArrayList<>()), position);
        file.lsn = Math.max(file.lsn, lsn);
    }

    HighestPositions highest() {
        return highest;
    }

    void ofFiles(final Handler handler) {
        files.forEachInt((groupId, ofGroup) -> ofGroup.forEach(file -> handler.onFile(groupId, file.position,
            file.lsn)));
    }

    private static Referred find(final List<Referred> ofGroup, final long position) {
        for (int i = ofGroup.size() - 1; i >= 0; i--) {
            if (ofGroup.get(i).isSameFile(position)) {
                return ofGroup.get(i);
            }
        }
        final Referred added = new Referred(position);
        ofGroup.add(added);
        return added;
    }

    /** Takes each file: a position in it, and the highest LSN of a group that refers to it. */
    @FunctionalInterface
    interface Handler {
        void onFile(int groupId, long position, long lsn);
    }

    private static final class Referred {
        private final long position;
        private long lsn;

        private Referred(final long position) {
            this.position = position;
        }

        private boolean isSameFile(final long other) {
            return LogPosition.isSameFile(other, position);
        }
    }
}
