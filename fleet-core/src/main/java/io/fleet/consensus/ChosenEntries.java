package io.fleet.consensus;

/**
 * What a mode has learnt as chosen, in LSN order, for the replica to apply and record. The protocol keeps an entry and
 * its body until the replica has recorded it.
 */
public interface ChosenEntries {
    /** {@link #bodyPosition}: no durable record of the entry is here or on its way; record the body itself. */
    long NOT_STORED = 0;
    /** {@link #bodyPosition}: the record is on its way; ask again later. */
    long ON_ITS_WAY = -1;
    /** {@link #bodyPosition}: a write quorum of others holds the body durably; record the entry without it. */
    long ELSEWHERE = -2;

    /** The LSN up to which everything is known chosen. */
    long chosen();

    /**
     * Up to where answers may show what was applied (L8).
     *
     * @return an LSN; {@link Long#MAX_VALUE}, by default, where nothing holds them back.
     */
    default long released() {
        return Long.MAX_VALUE;
    }

    /**
     * Reads a chosen entry.
     *
     * @param lsn  at most {@link #chosen()}, above what is applied.
     * @param into receives it.
     * @return false when its body is not here yet; it is being fetched. A witness gets entries without the body that it
     *         has left to others, but for configurations.
     */
    boolean read(long lsn, ChosenEntry into);

    /**
     * Reads an entry as it is ordered now, whether it is chosen or not: another value may be chosen yet.
     *
     * @param lsn  above what is applied.
     * @param into receives it; the body is valid until the next call into the protocol.
     * @return false when it is not known, or its body is not in memory here; always, by default, in a mode that orders
     *         nothing ahead.
     */
    default boolean readOrdered(final long lsn, final ChosenEntry into) {
        return false;
    }

    /**
     * Where this node holds the entry durably.
     *
     * @param lsn at most {@link #chosen()}, above what is recorded.
     * @return a log position, {@link #NOT_STORED}, {@link #ON_ITS_WAY} or {@link #ELSEWHERE}.
     */
    long bodyPosition(long lsn);

    /**
     * Whether an entry that is recorded and not applied is read from a disk, so that a duty cycle takes only some.
     *
     * @param lsn at most {@link #chosen()}, above what is applied.
     */
    default boolean isReadBack(final long lsn) {
        return true;
    }

    /**
     * The body of an entry that was just read is used by another thread for as long as that takes: what holds it is not
     * used again for anything else.
     *
     * @param entry as {@link #read} gave it, and nothing was read since.
     */
    default void lend(final ChosenEntry entry) {
        // Where bodies stay as they are until their entries are applied.
    }

    /** Whether bodies that are chosen and not recorded take up so much memory that it is time to record them. */
    default boolean isCrowded() {
        return false;
    }

    /**
     * Gathers values that entries come without, see {@link ChosenEntry#isHeadersOnly}.
     *
     * @return null where entries come whole.
     */
    default ValueGatherer values() {
        return null;
    }
}
