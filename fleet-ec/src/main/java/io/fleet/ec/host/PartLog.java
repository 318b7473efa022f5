package io.fleet.ec.host;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.spread.SegmentLog;
import io.fleet.protocol.EntryLog;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** The parts of one group in a scattered log: the number of a part is the LSN of a record, its place the ballot. */
final class PartLog implements SegmentLog {
    private final EntryLog log;
    private final EntryMeta meta = new EntryMeta();

    PartLog(final EntryLog log) {
        this.log = log;
    }

    @Override
    public boolean append(final long number, final int place, final EntryId id, final DirectBuffer part,
                          final int offset, final int length) {
        return log.append(number, place, 0, Metas.of(id, length, meta), part, offset);
    }

    @Override
    public void read(final long position, final EntryId id, final int length, final ExpandableArrayBuffer target) {
        log.readBody(position, Metas.of(id, length, meta), target);
    }
}
