package io.fleet.consensus.common;

import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Which entries a leader, or a proxy, has ordered or refused at its ballot, so that a repeated or late copy is neither
 * ordered twice nor ordered after it was refused. Per batcher a window of its newest sequences; what is older counts as
 * seen.
 * Of use for one ballot only: entries name the ballot they are meant for.
 *
 * <p>Bounded to 16,384 batchers (S13). When they are exceeded, the one that was heard of least lately makes room if it
 * sent nothing for ten minutes; otherwise the entries of the newcomer are refused, and up to which one is remembered of
 * 16,384 newcomers. Those of even more are dropped without a word. Each call takes the same time, however full it is.
 */
public final class SeenEntries {
    private static final CoverageMark TOO_MANY = CoverageMark.named("seen-entries.too-many-batchers");
    private static final CoverageMark ROOM_AGAIN = CoverageMark.named("seen-entries.room-for-one-that-was-refused");
    private static final CoverageMark TOO_OLD = CoverageMark.named("seen-entries.too-old-to-tell");
    private static final int WINDOW = 8192;
    private static final int MAX_BATCHERS = 16_384;
    private static final long IDLE_NS = 600_000_000_000L;

    private final Table batchers = new Table();
    private final Table refused = new Table();

    /** What is to become of an entry. */
    public enum Verdict {
        /** It was not heard of before, and is noted now. */
        NEW,
        /** It was noted before, or is too old to tell. */
        SEEN,
        /** There are too many batchers: it is noted as refused, and never will be new. */
        NO_ROOM,
        /** There are too many batchers that were refused, too: it is not noted, and nothing may be said about it. */
        UNTOLD
    }

    /** Forgets all: there is a new ballot. */
    public void clear() {
        batchers.clear();
        refused.clear();
    }

    /** How many batchers are known. */
    public int batchers() {
        return batchers.size();
    }

    /**
     * Notes an entry.
     *
     * @param batcherId its batcher.
     * @param sequence  its number there.
     * @param nowNs     the clock.
     * @return whether it is new.
     */
    public Verdict add(final long batcherId, final long sequence, final long nowNs) {
        Window window = batchers.touch(batcherId, nowNs);
        if (window == null) {
            if (!batchers.hasRoom(nowNs)) {
                return refuse(batcherId, sequence, nowNs);
            }
            window = new Window(batcherId);
            final Window before = refused.remove(batcherId);
            if (before != null) {
                ROOM_AGAIN.hit();
                window.begin(before.highest);
            }
            batchers.put(window, nowNs);
        }
        return window.add(sequence) ? Verdict.NEW : Verdict.SEEN;
    }

    private Verdict refuse(final long batcherId, final long sequence, final long nowNs) {
        TOO_MANY.hit();
        Window window = refused.touch(batcherId, nowNs);
        if (window == null) {
            if (!refused.hasRoom(nowNs)) {
                return Verdict.UNTOLD;
            }
            window = new Window(batcherId);
            refused.put(window, nowNs);
        }
        window.highest = Math.max(window.highest, sequence);
        return Verdict.NO_ROOM;
    }

    /** Windows by batcher, and in the order in which they were used last. */
    private static final class Table {
        private final Long2ObjectHashMap<Window> windows = new Long2ObjectHashMap<>();
        private Window oldest;
        private Window newest;

        int size() {
            return windows.size();
        }

        void clear() {
            windows.clear();
            oldest = null;
            newest = null;
        }

        Window touch(final long batcherId, final long nowNs) {
            final Window window = windows.get(batcherId);
            if (window != null) {
                window.lastUseNs = nowNs;
                if (window != newest) {
                    unlink(window);
                    link(window);
                }
            }
            return window;
        }

        boolean hasRoom(final long nowNs) {
            if (windows.size() >= MAX_BATCHERS && nowNs - oldest.lastUseNs > IDLE_NS) {
                remove(oldest.batcherId);
            }
            return windows.size() < MAX_BATCHERS;
        }

        void put(final Window window, final long nowNs) {
            window.lastUseNs = nowNs;
            windows.put(window.batcherId, window);
            link(window);
        }

        Window remove(final long batcherId) {
            final Window window = windows.remove(batcherId);
            if (window != null) {
                unlink(window);
            }
            return window;
        }

        private void link(final Window window) {
            window.older = newest;
            window.newer = null;
            if (newest == null) {
                oldest = window;
            } else {
                newest.newer = window;
            }
            newest = window;
        }

        private void unlink(final Window window) {
            if (window.older == null) {
                oldest = window.newer;
            } else {
                window.older.newer = window.newer;
            }
            if (window.newer == null) {
                newest = window.older;
            } else {
                window.newer.older = window.older;
            }
        }
    }

    private static final class Window {
        private final long batcherId;
        /** Made when something is noted: of a batcher that is refused only {@link #highest} counts. */
        private long[] bits;
        private long highest;
        private long lastUseNs;
        private Window older;
        private Window newer;

        Window(final long batcherId) {
            this.batcherId = batcherId;
        }

        /** All up to a sequence were refused, or count as such. */
        void begin(final long upTo) {
            bits = new long[WINDOW >> 6];
            Arrays.fill(bits, -1);
            highest = upTo;
        }

        boolean add(final long sequence) {
            if (bits == null) {
                bits = new long[WINDOW >> 6];
            }
            if (sequence <= highest - WINDOW) {
                TOO_OLD.hit();
                return false;
            }
            if (sequence > highest) {
                final long from = Math.max(highest + 1, sequence - WINDOW + 1);
                for (long s = from; s <= sequence; s++) {
                    bits[(int) (s & WINDOW - 1) >>> 6] &= ~(1L << (s & 63));
                }
                highest = sequence;
            }
            final int word = (int) (sequence & WINDOW - 1) >>> 6;
            final long bit = 1L << (sequence & 63);
            final boolean isNew = (bits[word] & bit) == 0;
            bits[word] |= bit;
            return isNew;
        }
    }
}
