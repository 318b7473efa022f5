package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Pieces of parts, or headers, that came last, in bounded memory, so that what is wanted soon after is not read from
 * the disk. The oldest go first; one that is longer than a quarter of the memory is not kept.
 */
public final class RecentPieces {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final UnsafeBuffer ring;
    private final int longest;
    private final EntryId[] ids;
    private final long[] tags;
    private final int[] offsets;
    private final int[] lengths;
    private final EntryTable places;
    private final EntryId key = new EntryId();
    private int oldest;
    private int count;
    private int end;

    /**
     * Keeps nothing yet.
     *
     * @param bytes   of memory, at least 4.
     * @param entries how many are kept at most, at least 1.
     */
    public RecentPieces(final int bytes, final int entries) {
        ring = new UnsafeBuffer(new byte[bytes]);
        longest = bytes / 4;
        ids = new EntryId[entries];
        Arrays.setAll(ids, i -> new EntryId());
        tags = new long[entries];
        offsets = new int[entries];
        lengths = new int[entries];
        places = new EntryTable(entries);
    }

    /**
     * Keeps a copy of a piece.
     *
     * @param id     of the entry.
     * @param tag    which piece of it.
     * @param from   holds the piece.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    public void put(final EntryId id, final long tag, final DirectBuffer from, final int offset, final int length) {
        if (length > longest) {
            return;
        }
        if (end + length > ring.capacity()) {
            evictFrom(end, ring.capacity());
            end = 0;
        }
        evictFrom(end, end + length);
        if (count == ids.length) {
            evict();
        }
        final int place = (oldest + count++) % ids.length;
        ids[place].set(id);
        tags[place] = tag;
        offsets[place] = end;
        lengths[place] = length;
        ring.putBytes(end, from, offset, length);
        end += length;
        places.put(key(id, tag), place);
    }

    /**
     * Copies a piece.
     *
     * @param id     of the entry.
     * @param tag    which piece of it.
     * @param target receives it from index 0.
     * @return its length, or -1 when it is not kept.
     */
    public int read(final EntryId id, final long tag, final MutableDirectBuffer target) {
        final int place = places.get(key(id, tag));
        if (place == EntryTable.MISSING || tags[place] != tag || !ids[place].same(id)) {
            return -1;
        }
        target.putBytes(0, ring, offsets[place], lengths[place]);
        return lengths[place];
    }

    /** Makes room: what lies in the way is the oldest. */
    private void evictFrom(final int from, final int to) {
        while (count > 0 && offsets[oldest] >= from && offsets[oldest] < to) {
            evict();
        }
    }

    private void evict() {
        final EntryId gone = key(ids[oldest], tags[oldest]);
        if (places.get(gone) == oldest) {
            places.remove(gone);
        }
        oldest = (oldest + 1) % ids.length;
        count--;
    }

    /** One of its own for each piece, as good as always; who reads looks whether it is the one. */
    private EntryId key(final EntryId id, final long tag) {
        return key.set(id.batcherId, id.sequence ^ tag * SPREAD, id.digest);
    }
}
