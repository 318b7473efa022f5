package io.fleet.client;

/**
 * The answer to a read, and what is known of the state that it was given from.
 *
 * @param answer  the bytes of the state machine; owned by the caller.
 * @param lsn     the LSN up to which it reflects the log; 0 where the replica did not say, which is one of an older
 *                version.
 * @param staleNs how old that state may be in nanoseconds, as its replica measured it; {@link #NOT_STALE} where the
 *                read was linearizable, {@link #UNKNOWN} where nobody knows.
 */
public record ReadResult(byte[] answer, long lsn, long staleNs) {
    /** {@link #staleNs}: the answer was not stale. */
    public static final long NOT_STALE = -1;
    /** {@link #staleNs}: it may be of any age. */
    public static final long UNKNOWN = Long.MAX_VALUE;
}
