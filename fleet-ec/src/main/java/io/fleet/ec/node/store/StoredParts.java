package io.fleet.ec.node.store;

import io.fleet.consensus.store.AcceptedLog;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.PartFormat;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.dissemination.store.RecentPieces;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The pieces of the parts of one group in a scattered log: the number of a piece is the LSN of a record, its state the
 * ballot, and which piece it is the timestamp. For the thread of its group.
 */
public final class StoredParts implements PartLog {
    private static final int RECENT_BYTES = 16 << 20;
    private static final int RECENT_PIECES = 1024;

    private final AcceptedLog log;
    private final long starts;
    private final RecentPieces recent = new RecentPieces(RECENT_BYTES, RECENT_PIECES);
    private final EntryMeta meta = new EntryMeta();

    /**
     * Creates the view of one group.
     *
     * @param log    of the group's bodies; not owned.
     * @param starts how often the node has been started, this time counted.
     */
    public StoredParts(final AcceptedLog log, final long starts) {
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

    @Override
    public boolean append(final long number, final long state, final EntryId id, final long tag,
                          final DirectBuffer piece, final int offset, final int length) {
        if (!log.append(number, state, PartFormat.VERSION, metaOf(id, tag, length), piece, offset)) {
            return false;
        }
        recent.put(id, tag, piece, offset, length);
        return true;
    }

    /** Others gather what was written a moment ago, and a disk would hold up the thread. */
    @Override
    public boolean recall(final long position, final EntryId id, final long tag, final int length,
                          final ExpandableArrayBuffer target) {
        return recent.read(id, tag, target) == length || read(position, id, tag, length, target);
    }

    @Override
    public boolean read(final long position, final EntryId id, final long tag, final int length,
                        final ExpandableArrayBuffer target) {
        try {
            log.readBody(position, metaOf(id, tag, length), target);
            return true;
        } catch (final DamagedStorageException | ReadFailedException e) {
            return false;
        }
    }

    /**
     * Which piece of a part a record is.
     *
     * @param meta of the record.
     * @return as {@link io.fleet.ec.dissemination.format.PieceTag} makes it.
     */
    public static long tag(final EntryMeta meta) {
        return meta.timestamp;
    }

    private EntryMeta metaOf(final EntryId id, final long tag, final int length) {
        RecordIds.of(id, length, meta).timestamp = tag;
        return meta;
    }
}
