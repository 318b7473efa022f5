package io.fleet.replica.digest;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * A digest of what a replica's machine did, for each {@value #WINDOW} LSNs apart: log time, the answers of writes, the
 * timers that fired and those that were set, and the sessions that opened. Replicas of one group that went through the
 * same LSNs have the same digest, unless the machine is not deterministic, or memory or a disk has lied. What the
 * machine says of its state is kept apart, as only some versions of it may say something. A window that a replica did
 * not go through whole, since it began behind a snapshot, has none.
 */
public final class ExecutionDigest {
    /** Of what a digest is made, and how; to be raised with any change of that, as only equals are compared. */
    public static final int VERSION = 1;
    /** How many LSNs a digest is of. */
    public static final int WINDOW = 256;
    /** No digest. */
    public static final long NONE = 0;

    private static final int KEPT = 64;
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final long[] lsns = new long[KEPT];
    private final long[] digests = new long[KEPT];
    private final long[] states = new long[KEPT];
    private boolean isWhole;
    private long hash;
    private long last;

    /**
     * An entry is about to be applied.
     *
     * @param lsn        its LSN.
     * @param timeMillis log time.
     */
    public void begin(final long lsn, final long timeMillis) {
        if (lsn % WINDOW == 1) {
            isWhole = true;
            hash = PRIME;
        }
        add(timeMillis);
    }

    /**
     * Takes a number in.
     *
     * @param value of what was done.
     */
    public void add(final long value) {
        hash = (hash ^ value) * PRIME;
        hash ^= hash >>> 32;
    }

    /**
     * Takes bytes in.
     *
     * @param buffer where they are.
     * @param offset of the first.
     * @param length how many.
     */
    public void add(final DirectBuffer buffer, final int offset, final int length) {
        add(length);
        int at = offset;
        final int end = offset + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            add(buffer.getLong(at, ByteOrder.LITTLE_ENDIAN));
        }
        long rest = 0;
        for (; at < end; at++) {
            rest = rest << Byte.SIZE | buffer.getByte(at) & 0xFF;
        }
        add(rest);
    }

    /**
     * Whether the entry that was applied is the last of a window that was gone through whole.
     *
     * @param lsn its LSN.
     */
    public boolean isAtEnd(final long lsn) {
        return isWhole && lsn % WINDOW == 0;
    }

    /**
     * Of the window that has begun, up to now, and the one before it.
     *
     * @param lsn the entry that is being applied.
     * @return the digest; {@link #NONE} where one of the two was not gone through whole.
     */
    public long soFar(final long lsn) {
        final long before = lsn - 1 - (lsn - 1) % WINDOW;
        final long digest = before == 0 ? PRIME : of(before);
        if (!isWhole || digest == NONE) {
            return NONE;
        }
        final long both = (digest ^ hash) * PRIME;
        return both == NONE ? 1 : both;
    }

    /**
     * A window has ended.
     *
     * @param lsn   its last LSN.
     * @param state what the machine says of its state.
     */
    public void end(final long lsn, final long state) {
        final int place = place(lsn);
        lsns[place] = lsn;
        digests[place] = hash == NONE ? 1 : hash;
        states[place] = state;
        last = lsn;
    }

    /**
     * The end of the last window that has a digest.
     *
     * @return its last LSN; 0 before there is one.
     */
    public long last() {
        return last;
    }

    /**
     * The digest of a window; the last {@value #KEPT} are kept.
     *
     * @param lsn the last LSN of the window.
     * @return the digest; {@link #NONE} where there is none.
     */
    public long of(final long lsn) {
        return lsn > 0 && lsns[place(lsn)] == lsn ? digests[place(lsn)] : NONE;
    }

    /**
     * What the machine said of its state at the end of a window.
     *
     * @param lsn the last LSN of the window.
     * @return the machine's own digest; {@link #NONE} where it said nothing, or there is no window.
     */
    public long stateOf(final long lsn) {
        return lsn > 0 && lsns[place(lsn)] == lsn ? states[place(lsn)] : NONE;
    }

    private static int place(final long lsn) {
        return (int) (lsn / WINDOW % KEPT);
    }
}
