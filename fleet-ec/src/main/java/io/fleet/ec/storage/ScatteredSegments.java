package io.fleet.ec.storage;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.PartFormat;
import io.fleet.ec.dissemination.store.SegmentLog;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.scattered.ScatteredLog;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The parts of one group's entries in a scattered log, over as many disks as that has: the number of a piece is the
 * LSN of its record, its state the ballot, and which piece it is the time.
 */
public final class ScatteredSegments implements SegmentLog {
    private final int groupId;
    private final ScatteredLog log;
    private final long starts;
    private final EntryMeta meta = new EntryMeta();

    /**
     * Creates the view of one group.
     *
     * @param groupId the group.
     * @param log     another than that of steps: a part is large, and a step is waited for; not owned.
     * @param starts  how often the node has been started, this time counted.
     */
    public ScatteredSegments(final int groupId, final ScatteredLog log, final long starts) {
        this.groupId = groupId;
        this.log = log;
        this.starts = starts;
    }

    @Override
    public long starts() {
        return starts;
    }

    @Override
    public int longest() {
        return log.maxBodyLength();
    }

    /**
     * Which piece of a part a record is, as it was appended with it.
     *
     * @param meta of the record.
     * @return the tag.
     */
    public static long tag(final EntryMeta meta) {
        return meta.timestamp;
    }

    @Override
    public boolean append(final long number, final long state, final EntryId id, final long tag,
                          final DirectBuffer piece, final int offset, final int length) {
        return log.append(groupId, number, state, PartFormat.VERSION, meta(id, tag, length), piece, offset);
    }

    @Override
    public boolean read(final long position, final EntryId id, final long tag, final int length,
                        final ExpandableArrayBuffer target) {
        try {
            log.readBody(position, meta(id, tag, length), target);
            return true;
        } catch (final DamagedStorageException | ReadFailedException e) {
            return false;
        }
    }

    private EntryMeta meta(final EntryId id, final long tag, final int length) {
        Ids.toMeta(id, length, meta).timestamp = tag;
        return meta;
    }
}
