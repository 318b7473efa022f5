package io.fleet.storage.ordered;

import io.fleet.storage.LogPosition;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * Where entries of one group are: a place about every {@link #ENTRIES_PER_MARK} entries or {@link #BYTES_PER_MARK}
 * bytes of log, and at the first entry in each file, from which a reader walks on. Belongs to the owner's thread.
 */
final class GroupIndex {
    static final int ENTRIES_PER_MARK = 128;
    static final long BYTES_PER_MARK = 256 * 1024;

    private static final int FIRST_CAPACITY = 16;

    /** Highest LSN appended, and highest LSN durable; 0 for none. */
    long appended;
    long durable;
    /** Lowest LSN that can be read; above {@link #durable} when there is none. */
    long first = 1;
    /** Whether it begins there since it went on behind a snapshot, and not since entries were let go of. */
    private boolean isBegunAnew;
    /** The frame of the newest durable record, which says up to where the group has come; 0 for none. */
    long lastFrame;
    /** Highest LSN appended without its body; 0 for none. */
    long lastWithoutBody;

    private long[] lsns = new long[FIRST_CAPACITY];
    private long[] frames = new long[FIRST_CAPACITY];
    private int size;

    /** Notes a durable entry in a frame. */
    void onDurable(final long lsn, final long framePosition) {
        if (size == 0 || frames[size - 1] != framePosition
            && (!LogPosition.isSameFile(frames[size - 1], framePosition) || lsn - lsns[size - 1] >= ENTRIES_PER_MARK
                || LogPosition.offset(framePosition) - LogPosition.offset(frames[size - 1]) >= BYTES_PER_MARK)) {
            if (size == lsns.length) {
                lsns = Arrays.copyOf(lsns, size * 2);
                frames = Arrays.copyOf(frames, size * 2);
            }
            lsns[size] = lsn;
            frames[size] = framePosition;
            size++;
        }
        durable = lsn;
        lastFrame = framePosition;
    }

    /** The group goes on behind {@code lsn}: nothing up to it can be read any more. */
    void skipTo(final long lsn, final long framePosition) {
        size = 0;
        isBegunAnew = true;
        first = lsn + 1;
        durable = lsn;
        lastFrame = framePosition;
    }

    /** Entries up to an LSN are not to be read any more, although they may be there still. */
    void forgetUpTo(final long lsn) {
        beginAt(Math.min(lsn, durable) + 1);
    }

    /** The frame from which to walk to an entry in [first, durable]. */
    long frameFor(final long lsn) {
        final int found = Arrays.binarySearch(lsns, 0, size, lsn);
        return frames[found >= 0 ? found : -found - 2];
    }

    /** Forgets places in files that are trimmed: what they held cannot be read any more. */
    void trim(final LongPredicate isTrimmed) {
        int gone = 0;
        while (gone < size && isTrimmed.test(frames[gone])) {
            gone++;
        }
        if (gone > 0) {
            size -= gone;
            System.arraycopy(lsns, gone, lsns, 0, size);
            System.arraycopy(frames, gone, frames, 0, size);
            beginAt(size == 0 ? durable + 1 : lsns[0]);
        }
    }

    private void beginAt(final long lsn) {
        isBegunAnew &= lsn <= first;
        first = Math.max(first, lsn);
    }

    /** Up to where entries were let go of, as far as that is known. */
    long letGo() {
        return isBegunAnew ? 0 : first - 1;
    }
}
