package io.fleet.scattered.acceptor;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Which LSNs a storage node holds durably at one ballot: a watermark below which it holds all, and a bit for each one
 * above. LSNs that the ordered log here holds durably count as held: they are chosen, so whatever the ballot proposes
 * for them is the same value.
 */
final class AckTracker {
    private static final CoverageMark CUT = CoverageMark.named("ack-tracker.ranges-left-out");
    private static final CoverageMark BEYOND_WINDOW = CoverageMark.named("ack-tracker.beyond-window");

    private final long[] bits;
    private final int mask;
    private final boolean withRanges;
    private long ballot;
    private long cumulative;
    private long highest;
    private long settled;
    private boolean cut;

    /** {@code withRanges} says whether more than the watermark is told. */
    AckTracker(final int capacity, final boolean withRanges) {
        this.withRanges = withRanges;
        bits = new long[Math.max(1, capacity >> 6)];
        mask = (bits.length << 6) - 1;
    }

    void reset(final long newBallot, final long base) {
        ballot = newBallot;
        cumulative = base;
        highest = base;
        settled = base;
        cut = false;
        java.util.Arrays.fill(bits, 0);
    }

    long ballot() {
        return ballot;
    }

    long cumulative() {
        return cumulative;
    }

    /**
     * Marks an LSN as durable. One that is too far above the watermark is left out; it is counted when the order comes
     * again.
     */
    boolean add(final long lsn) {
        if (lsn > cumulative + mask) {
            BEYOND_WINDOW.hit();
            return false;
        }
        if (lsn <= cumulative) {
            return false;
        }
        bits[(int) (lsn & mask) >>> 6] |= 1L << (lsn & 63);
        highest = Math.max(highest, lsn);
        advance();
        return true;
    }

    /**
     * The leader knows that everything up to an LSN is chosen at its ballot, and tells everybody: nobody waits for an
     * acknowledgement of that any more. So what is told stays as short as what is in the making, though a node may
     * lack many LSNs that others were asked to write.
     *
     * @return whether that is news.
     */
    boolean settle(final long upTo) {
        final boolean moved = upTo > settled;
        settled = Math.max(settled, upTo);
        return moved;
    }

    /** Whether the last acknowledgement had to leave something out, for which there is room when more is settled. */
    boolean isCut() {
        return cut;
    }

    /** Up to where the leader has told that everything is chosen. */
    long settled() {
        return settled;
    }

    /** Nothing above it is held. */
    long highest() {
        return highest;
    }

    boolean contains(final long lsn) {
        return lsn <= cumulative || lsn <= highest && isSet(lsn);
    }

    /** Everything up to an LSN is chosen and durable in the ordered log here. */
    void raise(final long upTo) {
        if (upTo <= cumulative) {
            return;
        }
        for (long lsn = cumulative + 1; lsn <= Math.min(upTo, highest); lsn++) {
            clear(lsn);
        }
        cumulative = upTo;
        highest = Math.max(highest, upTo);
        advance();
    }

    /** Fills in watermark and ranges; ranges beyond what one message holds are left for later messages. */
    void fill(final Ack ack) {
        ack.ballot = ballot;
        ack.cumulative = cumulative;
        ack.count = 0;
        long lsn = Math.max(cumulative, settled) + 1;
        while (withRanges && lsn <= highest && ack.count < Ack.MAX_RANGES) {
            while (lsn <= highest && !isSet(lsn)) {
                lsn++;
            }
            if (lsn > highest) {
                break;
            }
            ack.from[ack.count] = lsn;
            while (lsn <= highest && isSet(lsn)) {
                lsn++;
            }
            ack.to[ack.count++] = lsn - 1;
        }
        cut = withRanges && lsn <= highest;
        if (cut) {
            CUT.hit();
        }
    }

    private void advance() {
        while (cumulative < highest && isSet(cumulative + 1)) {
            clear(++cumulative);
        }
    }

    private boolean isSet(final long lsn) {
        return (bits[(int) (lsn & mask) >>> 6] & 1L << (lsn & 63)) != 0;
    }

    private void clear(final long lsn) {
        bits[(int) (lsn & mask) >>> 6] &= ~(1L << (lsn & 63));
    }
}
