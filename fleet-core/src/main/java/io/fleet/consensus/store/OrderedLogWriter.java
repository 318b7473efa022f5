package io.fleet.consensus.store;

import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/**
 * The ordered log of one group, as its replica writes it, or its mode where that records decisions before they are
 * applied. Appending never waits for a disk.
 */
public interface OrderedLogWriter {
    /** The highest LSN appended. */
    long appended();

    /** The highest durable LSN. */
    long durable();

    /**
     * Appends an entry with its body.
     *
     * @param lsn    one above {@link #appended()}.
     * @param meta   the value.
     * @param body   where the body is; copied.
     * @param offset of its first byte.
     * @return false when there is no room now.
     */
    boolean append(long lsn, EntryMeta meta, DirectBuffer body, int offset);

    /**
     * Appends an entry whose body is durable in the scattered log already, so that it is written to disk once.
     *
     * @param lsn          one above {@link #appended()}.
     * @param meta         the value.
     * @param bodyPosition where the body is.
     * @return false when there is no room now.
     */
    boolean appendReference(long lsn, EntryMeta meta, long bodyPosition);

    /**
     * Appends an entry whose body a write quorum of other nodes holds durably.
     *
     * @param lsn  one above {@link #appended()}.
     * @param meta the value.
     * @return false when there is no room now.
     */
    boolean appendWithoutBody(long lsn, EntryMeta meta);

    /** Somebody waits until all that is appended is durable: a hint to logs that collect entries before they flush. */
    default void hasten() {
    }

    /**
     * Goes on behind an LSN up to which a durable snapshot covers everything.
     *
     * @param lsn above {@link #appended()}.
     * @return false when there is no room now.
     */
    default boolean skipTo(final long lsn) {
        return false;
    }
}
