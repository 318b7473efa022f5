package io.fleet.consensus.flow;

/**
 * What a client may have sent to a group and not heard the outcome of, in commands: each counts as one, and as one more
 * for every {@link #UNIT_BYTES} bytes of it. The same number goes to every client of the group (HovercRaft 6.3 counts
 * what all have together; see {@code docs/decisions/0042-credits.md}).
 *
 * <p>A credit is absolute: what a client may have, not what it may add. So what tells it may be lost, repeated or late,
 * and the next one puts it right.
 */
public final class Credit {
    /** For so many bytes a command counts as one more. */
    public static final int UNIT_BYTES = 4096;
    /** No client is held below this, whatever it is told: as many short commands, or a mebibyte. */
    public static final int LEAST = 256;
    /** What a leader begins with, and a client that has heard nothing for a while. */
    public static final int START = 1024;
    /** What a leader tells at most: more than any client can have in flight. */
    public static final int MOST = 1 << 20;
    /** Told by a leader that bounds nobody. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;
    /** Nothing is told. */
    public static final int NONE = 0;

    private Credit() {
    }

    /**
     * As how many commands one counts.
     *
     * @param length of its frame in bytes, from 0.
     */
    public static int cost(final int length) {
        return 1 + length / UNIT_BYTES;
    }
}
