package io.fleet.scattered.leader;

import io.fleet.consensus.message.replication.OrderEntry;
import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * The lines that a leader has sent, by LSN, and when it sent each last. There is room for what is under way, and a
 * while longer for members that missed some; it grows with how much that is.
 */
final class OrderLines {
    /** Lines in the beginning. */
    private static final int LEAST = 256;

    private int capacity;
    private OrderEntry[] lines = {};
    private long[] sentNs = {};

    /**
     * Takes no memory yet.
     *
     * @param capacity the most lines, unless recovery finds more.
     */
    OrderLines(final int capacity) {
        this.capacity = BitUtil.findNextPositivePowerOfTwo(capacity);
    }

    /** Makes room for all that recovery found, which may be more than fits a window that was larger once. */
    void begin(final long base, final long highest) {
        final long least = Math.max(Math.min(LEAST, capacity), 2 * (highest - base));
        final int recovered = BitUtil.findNextPositivePowerOfTwo((int) least);
        capacity = Math.max(capacity, recovered);
        if (lines.length < recovered) {
            resize(recovered);
        }
    }

    /** The most lines. */
    int capacity() {
        return capacity;
    }

    /** The lowest LSN whose line may still be here. */
    long oldest(final long highest) {
        return highest - lines.length + 1;
    }

    /** The line in whose place that of an LSN is, unless another one has it by now. */
    OrderEntry of(final long lsn) {
        return lines[index(lsn)];
    }

    /**
     * The line of an LSN, with what stood in its place.
     *
     * @param above the lines of all LSNs above this one keep their places.
     */
    OrderEntry take(final long lsn, final long above) {
        if (lsn - above > lines.length && lines.length < capacity) {
            resize((int) Math.min(capacity, BitUtil.findNextPositivePowerOfTwo(lsn - above)));
        }
        return of(lsn);
    }

    long sentNs(final long lsn) {
        return sentNs[index(lsn)];
    }

    void sent(final long lsn, final long nowNs) {
        sentNs[index(lsn)] = nowNs;
    }

    private int index(final long lsn) {
        return (int) (lsn & lines.length - 1);
    }

    private void resize(final int length) {
        final OrderEntry[] oldLines = lines;
        final long[] oldNs = sentNs;
        lines = new OrderEntry[length];
        sentNs = new long[length];
        for (int i = 0; i < oldLines.length; i++) {
            if (oldLines[i].lsn != 0) {
                final int index = index(oldLines[i].lsn);
                lines[index] = oldLines[i];
                sentNs[index] = oldNs[i];
            }
        }
        Arrays.setAll(lines, i -> lines[i] == null ? new OrderEntry() : lines[i]);
    }
}
