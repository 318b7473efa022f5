package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.EntryTable;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The headers of the entries whose parts came last, in bounded memory, so that an entry which is decided soon after is
 * applied without reading the disk. The oldest go first; a long one is not kept.
 */
final class RecentHeaders {
    private final UnsafeBuffer ring;
    private final int longest;
    private final EntryId[] ids;
    private final int[] offsets;
    private final int[] lengths;
    private final EntryTable places;
    private int oldest;
    private int count;
    private int end;

    RecentHeaders(final int bytes, final int entries) {
        ring = new UnsafeBuffer(new byte[bytes]);
        longest = bytes / 4;
        ids = new EntryId[entries];
        Arrays.setAll(ids, i -> new EntryId());
        offsets = new int[entries];
        lengths = new int[entries];
        places = new EntryTable(entries);
    }

    void put(final EntryId id, final DirectBuffer from, final int offset, final int length) {
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
        offsets[place] = end;
        lengths[place] = length;
        ring.putBytes(end, from, offset, length);
        end += length;
        places.put(id, place);
    }

    /** Copies a header to index 0; its length, or -1 when it is not kept. */
    int read(final EntryId id, final MutableDirectBuffer target) {
        final int place = places.get(id);
        if (place == EntryTable.MISSING) {
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
        if (places.get(ids[oldest]) == oldest) {
            places.remove(ids[oldest]);
        }
        oldest = (oldest + 1) % ids.length;
        count--;
    }
}
