package io.fleet.protocol;

import io.fleet.storage.mark.Mark;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Which entries a leader, or a proxy, has ordered or refused at its ballot, so that a repeated or late copy is neither
 * ordered twice nor ordered after it was refused. Per batcher a window of its newest sequences; what is older counts as
 * seen.
 * Of use for one ballot only: entries name the ballot they are meant for.
 *
 * <p>Bounded to 16,384 batchers (S13). When they are exceeded, batchers that sent nothing for ten minutes make room;
 * while there are none, the entries of further batchers count as seen, so the leader drops them without a word.
 */
public final class SeenEntries {
    private static final Mark TOO_MANY = Mark.named("seen-entries.too-many-batchers");
    private static final Mark TOO_OLD = Mark.named("seen-entries.too-old-to-tell");
    private static final int WINDOW = 8192;
    private static final int MAX_BATCHERS = 16_384;
    private static final long IDLE_NS = 600_000_000_000L;

    private final Long2ObjectHashMap<Window> batchers = new Long2ObjectHashMap<>();

    /** Forgets all: there is a new ballot. */
    public void clear() {
        batchers.clear();
    }

    /**
     * How many batchers are known.
     *
     * @return the number.
     */
    public int batchers() {
        return batchers.size();
    }

    /**
     * Notes an entry.
     *
     * @param batcherId its batcher.
     * @param sequence  its number there.
     * @param nowNs     the clock.
     * @return false when it was noted before, is too old to tell, or there are too many batchers.
     */
    public boolean add(final long batcherId, final long sequence, final long nowNs) {
        Window window = batchers.get(batcherId);
        if (window == null) {
            if (batchers.size() >= MAX_BATCHERS && !evict(nowNs)) {
                TOO_MANY.hit();
                return false;
            }
            window = new Window();
            batchers.put(batcherId, window);
        }
        window.lastUseNs = nowNs;
        return window.add(sequence);
    }

    private boolean evict(final long nowNs) {
        return batchers.values().removeIf(window -> nowNs - window.lastUseNs > IDLE_NS);
    }

    private static final class Window {
        private final long[] bits = new long[WINDOW >> 6];
        private long highest;
        private long lastUseNs;

        boolean add(final long sequence) {
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
