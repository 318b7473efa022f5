package io.fleet.examples.kv.resp;

/**
 * What the connections of one server may take.
 *
 * @param memoryBytes  what all of them may hold together, see {@link RespServer}; 1 or more.
 * @param idleSeconds  after how long without a request a connection is closed; 0 for never.
 */
public record RespLimits(long memoryBytes, int idleSeconds) {
    /** The least that a server is given where nothing is said: {@value} bytes. */
    public static final long LEAST_BYTES = 16L << 20;
    private static final int SHARE_OF_HEAP = 4;

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
