package io.fleet.consensus.flow;

/**
 * What a client may have sent to a group and not heard the outcome of, in commands of up to {@link #UNIT_BYTES} bytes,
 * where a longer one counts as so many as it fills, in part or wholly. The same number goes to every client of the
 * group (HovercRaft 6.3 counts what all have together; see {@code docs/decisions/0042-credits.md}).
 *
 * <p>A credit is absolute: what a client may have, not what it may add. So what tells it may be lost, repeated or late,
 * and the next one puts it right.
 */
public final class Credit {
    /** What a command that counts as one has at most. */
    public static final int UNIT_BYTES = 4096;
    /** No client is held below this, whatever it is told: as many short commands, or a mebibyte of long ones. */
    public static final int LEAST = 256;
    /** What a leader begins with, and a client that was told a credit and has heard nothing for a while. */
    public static final int START = 1024;
    /** What a leader tells at most, and a client believes. */
    public static final int MOST = 1 << 20;
    /** Of a client that was told none. No message says it: who bounds nobody tells the number {@link #NOT_TOLD}. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;
    /** The number of a credit that is none: nothing is told. Those that are told count from 1. */
    public static final long NOT_TOLD = 0;

    private static final int FRAME_HEADER_BYTES = 40;

    private Credit() {
    }

    /**
     * As how many commands one counts.
     *
     * @param length of its frame in bytes, from 0, of which 40 are the frame's own and count for nothing.
     * @return 1 where the command has up to 4096 bytes, 2 up to 8192, and so on.
     */
    public static int cost(final int length) {
        return Math.max(1, (int) (((long) length - FRAME_HEADER_BYTES + UNIT_BYTES - 1) / UNIT_BYTES));
    }

    /**
     * What a credit that was told is taken for, whatever a packet said.
     *
     * @param told any number.
     * @return from {@link #LEAST} to {@link #MOST}.
     */
    public static int within(final int told) {
        return Math.min(MOST, Math.max(LEAST, told));
    }
}
