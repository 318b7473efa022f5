package io.fleet.storage.meta;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Of a directory's starts the marks, which tell them from starts of a copy of it. Others know the node by the last
 * start that they heard, and want to be told its mark before they listen to a later one. So of the starts that heard
 * other nodes many are kept, and of those that heard nobody few: however often a node fails to start, it can still
 * prove the start that is known. Immutable.
 *
 * <p>On the disk 8 bytes each, with ascending starts: 44 bits of the start, a bit that is set where it heard others,
 * and 19 bits of the mark.
 */
final class StartMarks {
    static final int MAX_HEARD = 1024;
    static final int MAX_SILENT = 256;
    static final int MAX = MAX_HEARD + MAX_SILENT;
    static final int LENGTH = 8;
    static final StartMarks NONE = new StartMarks(new long[0]);

    private static final int START_SHIFT = 20;
    private static final long HEARD = 1L << 19;
    private static final int MARK_MASK = (1 << 19) - 1;

    private final long[] entries;

    private StartMarks(final long[] entries) {
        this.entries = entries;
    }

    int size() {
        return entries.length;
    }

    /** With one more start, which has heard nobody yet. */
    StartMarks with(final long start, final int mark) {
        final long[] more = Arrays.copyOf(entries, entries.length + 1);
        more[entries.length] = start << START_SHIFT | mark & MARK_MASK;
        final long silent = Arrays.stream(more).filter(entry -> !isHeard(entry)).count();
        if (silent <= MAX_SILENT && more.length - silent <= MAX_HEARD) {
            return new StartMarks(more);
        }
        int first = 0;
        while (isHeard(more[first]) == silent > MAX_SILENT) {
            first++;
        }
        System.arraycopy(more, first + 1, more, first, more.length - first - 1);
        return new StartMarks(Arrays.copyOf(more, more.length - 1));
    }

    /** Where the last start has heard others; the same where that is known. */
    StartMarks heard() {
        final int last = entries.length - 1;
        if (last < 0 || isHeard(entries[last])) {
            return this;
        }
        final long[] changed = entries.clone();
        changed[last] |= HEARD;
        return new StartMarks(changed);
    }

    /** The mark of a start; -1 where it is not kept. */
    int markOf(final long start) {
        int low = 0;
        int high = entries.length - 1;
        while (low <= high) {
            final int middle = low + high >>> 1;
            final long found = entries[middle] >>> START_SHIFT;
            if (found == start) {
                return (int) (entries[middle] & MARK_MASK);
            }
            low = found < start ? middle + 1 : low;
            high = found < start ? high : middle - 1;
        }
        return -1;
    }

    void encode(final MutableDirectBuffer buffer, final int offset) {
        for (int i = 0; i < entries.length; i++) {
            buffer.putLong(offset + i * LENGTH, entries[i], LITTLE_ENDIAN);
        }
    }

    static StartMarks decode(final DirectBuffer buffer, final int offset, final int count) {
        final long[] entries = new long[count];
        Arrays.setAll(entries, i -> buffer.getLong(offset + i * LENGTH, LITTLE_ENDIAN));
        return new StartMarks(entries);
    }

    private static boolean isHeard(final long entry) {
        return (entry & HEARD) != 0;
    }
}
