package io.fleet.testkit.coded;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.SegmentLog;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Notes which record is whose part, so that the witness knows what a log has made durable. */
final class WitnessedSegments implements SegmentLog {
    private final SegmentLog log;
    private final Map<Long, EntryId> byNumber = new HashMap<>();
    private final Map<Long, Long> tags = new HashMap<>();

    WitnessedSegments(final SegmentLog log) {
        this.log = log;
    }

    EntryId idOf(final long number) {
        return byNumber.get(number);
    }

    long tagOf(final long number) {
        return tags.get(number);
    }

    @Override
    public long starts() {
        return log.starts();
    }

    @Override
    public int longest() {
        return log.longest();
    }

    @Override
    public boolean append(final long number, final long state, final EntryId id, final long tag,
                          final DirectBuffer piece, final int offset, final int length) {
        if (!log.append(number, state, id, tag, piece, offset, length)) {
            return false;
        }
        byNumber.put(number, new EntryId().set(id));
        tags.put(number, tag);
        return true;
    }

    @Override
    public boolean read(final long position, final EntryId id, final long tag, final int length,
                        final ExpandableArrayBuffer target) {
        return log.read(position, id, tag, length, target);
    }
}
