package io.fleet.ec.host;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.spread.SegmentLog;
import io.fleet.protocol.EntryLog;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The pieces of the parts of one group in a scattered log: the number of a piece is the LSN of a record, its state the
 * ballot, and which piece it is the timestamp.
 */
final class PartLog implements SegmentLog {
    private final EntryLog log;
    private final EntryMeta meta = new EntryMeta();

    PartLog(final EntryLog log) {
        this.log = log;
    }

    @Override
    public boolean append(final long number, final long state, final EntryId id, final long tag,
                          final DirectBuffer piece, final int offset, final int length) {
        return log.append(number, state, 0, metaOf(id, tag, length), piece, offset);
    }

    @Override
    public boolean read(final long position, final EntryId id, final long tag, final int length,
                        final ExpandableArrayBuffer target) {
        try {
            log.readBody(position, metaOf(id, tag, length), target);
            return true;
        } catch (final DamagedStorageException e) {
            return false;
        }
    }

    /** Which piece of a part a record is. */
    static long tag(final EntryMeta meta) {
        return meta.timestamp;
    }

    private EntryMeta metaOf(final EntryId id, final long tag, final int length) {
        Metas.of(id, length, meta).timestamp = tag;
        return meta;
    }
}
