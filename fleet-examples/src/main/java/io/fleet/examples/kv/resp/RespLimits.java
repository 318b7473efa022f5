package io.fleet.examples.kv.resp;

/**
 * What the connections of one server may take.
 *
 * @param memoryBytes  what all of them may hold together, see {@link RespServer}; 1 or more.
 * @param idleSeconds  after how long without a request a connection is closed; 0 for never.
 * @param unansweredCommands how many commands for the group all of them together may have without an answer, where a
 *                     transaction is one; 1 or more.
 * @param unansweredBytes what these may hold, in bytes; 1 or more.
 */
public record RespLimits(long memoryBytes, int idleSeconds, int unansweredCommands, long unansweredBytes) {
    /** The least that a server is given where nothing is said: {@value} bytes. */
    public static final long LEAST_BYTES = 16L << 20;
    /** How many commands may be without an answer where nothing is said: {@value}. */
    public static final int UNANSWERED_COMMANDS = 65_536;
    /** What these may hold where nothing is said, and memory suffices: {@value} bytes. */
    public static final long UNANSWERED_BYTES = 64L << 20;
    private static final int SHARE_OF_HEAP = 4;
    private static final int SHARE_OF_MEMORY = 4;

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException when one is out of its range.
     */
    public RespLimits {
        if (memoryBytes < 1 || idleSeconds < 0) {
            throw new IllegalArgumentException("connections may take " + memoryBytes + " bytes and be idle for "
                + idleSeconds + " s, but must have 1 byte or more and 0 s or more");
        }
        if (unansweredCommands < 1 || unansweredBytes < 1) {
            throw new IllegalArgumentException("connections may have " + unansweredCommands + " commands and "
                + unansweredBytes + " bytes without an answer, but must have 1 or more of each");
        }
    }

    /**
     * Limits with the standard bounds of what has no answer.
     *
     * @param memoryBytes  what all connections may hold together.
     * @param idleSeconds  after how long without a request a connection is closed.
     */
    public RespLimits(final long memoryBytes, final int idleSeconds) {
        this(memoryBytes, idleSeconds, UNANSWERED_COMMANDS, unansweredBytes(memoryBytes, UNANSWERED_BYTES));
    }

    /**
     * What commands without an answer may hold where nothing is said: what is wanted, but no more than a quarter of the
     * memory, since connections are closed where they hold half of it.
     *
     * @param memoryBytes what all connections may hold together.
     * @param wanted      in bytes.
     * @return bytes, 1 or more.
     */
    public static long unansweredBytes(final long memoryBytes, final long wanted) {
        return Math.max(1, Math.min(wanted, memoryBytes / SHARE_OF_MEMORY));
    }

    /**
     * What a server gets where nothing is said: a share of a quarter of the largest heap, and no time-out.
     *
     * @param servers how many there are in this process.
     * @return the limits.
     */
    public static RespLimits standard(final int servers) {
        return new RespLimits(Math.max(LEAST_BYTES, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP / servers), 0);
    }
}
