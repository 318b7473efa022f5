package io.fleet.consensus.store;

import io.fleet.storage.ordered.OrderedEntryHandler;

/** The part of the ordered log that can be read back, for replicas that lag. */
public interface RecordedEntries {
    /**
     * The lowest LSN that can still be read: what is below is in snapshots only.
     *
     * @return the LSN; 1 while nothing is gone.
     */
    default long first() {
        return 1;
    }

    /**
     * Up to where entries were let go of, because snapshots cover them, now or before a start.
     *
     * @return the LSN; 0 for none, and where the log goes on behind a snapshot of another node, so that it is not
     * known.
     */
    default long letGo() {
        return 0;
    }

    /**
     * The highest LSN that was recorded here without its body, because others hold that, or that may be among those
     * that the disk could not read for others.
     *
     * @return the LSN; 0 while there is none.
     */
    long lastWithoutBody();

    /**
     * Reads recorded entries in order.
     *
     * @param fromLsn  the first.
     * @param toLsn    the last.
     * @param maxBytes of bodies; at least one entry is read if it is readable.
     * @param handler  takes each.
     * @return how many were read.
     */
    int read(long fromLsn, long toLsn, int maxBytes, OrderedEntryHandler handler);

    /**
     * As {@link #read}, for another node, which can ask others: an entry whose body the disk cannot read comes without
     * it, and behind one that it cannot read at all nothing comes.
     *
     * @param fromLsn  the first.
     * @param toLsn    the last.
     * @param maxBytes of bodies; at least one entry is read if it is readable.
     * @param handler  takes each.
     * @return how many were read.
     */
    default int readForOthers(final long fromLsn, final long toLsn, final int maxBytes,
                              final OrderedEntryHandler handler) {
        return read(fromLsn, toLsn, maxBytes, handler);
    }

    /**
     * Reads which recorded entries there are, in order, without their bodies.
     *
     * @param fromLsn the first.
     * @param toLsn   the last.
     * @param handler takes each, with a null body, and its length or {@link OrderedEntryHandler#NO_BODY}.
     * @return how many were read.
     */
    int readNames(long fromLsn, long toLsn, OrderedEntryHandler handler);
}
