package io.fleet.testkit.coded;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.spread.SegmentLog;
import java.util.HashMap;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Notes which record is whose part, so that the witness knows what a log has made durable. */
final class WitnessedSegments implements SegmentLog {
    private final SegmentLog log;
    private final Map<Long, EntryId> byNumber = new HashMap<>();

    WitnessedSegments(final SegmentLog log) {
        this.log = log;
    }

    EntryId idOf(final long number) {
        return byNumber.get(number);
    }

    @Override
    public boolean append(final long number, final int place, final EntryId id, final DirectBuffer part,
                          final int offset, final int length) {
        if (!log.append(number, place, id, part, offset, length)) {
            return false;
        }
        byNumber.put(number, new EntryId().set(id));
        return true;
    }

    @Override
    public void read(final long position, final EntryId id, final int length, final ExpandableArrayBuffer target) {
        log.read(position, id, length, target);
    }
}
