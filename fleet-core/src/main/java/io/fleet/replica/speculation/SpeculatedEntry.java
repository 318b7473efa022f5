package io.fleet.replica.speculation;

import io.fleet.consensus.ChosenEntry;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** An entry whose commands are prepared: the whole value that they came from (V1), and the log time they were told. */
public final class SpeculatedEntry {
    private final long lsn;
    private final long timeMillis;
    private final EntryMeta meta = new EntryMeta();
    private final UnsafeBuffer body;

    /**
     * Notes an entry, and copies its body.
     *
     * @param lsn        its LSN.
     * @param timeMillis the log time that its commands are told.
     * @param entry      as it is ordered now.
     */
    public SpeculatedEntry(final long lsn, final long timeMillis, final ChosenEntry entry) {
        this.lsn = lsn;
        this.timeMillis = timeMillis;
        meta.set(entry.meta);
        final byte[] bytes = new byte[entry.meta.length];
        if (bytes.length > 0) {
            entry.body.getBytes(entry.offset, bytes);
        }
        body = new UnsafeBuffer(bytes);
    }

    /** Its LSN. */
    public long lsn() {
        return lsn;
    }

    /** The log time that its commands were told, in milliseconds since the epoch. */
    public long timeMillis() {
        return timeMillis;
    }

    /** Who sent it. */
    public long batcherId() {
        return meta.batcherId;
    }

    /** The bytes of its commands; its own. */
    public DirectBuffer body() {
        return body;
    }

    /** How many these are. */
    public int length() {
        return body.capacity();
    }

    /**
     * Whether what is chosen is what was prepared.
     *
     * @param chosenLsn  its LSN.
     * @param chosenTime its log time.
     * @param chosen     the value.
     */
    public boolean is(final long chosenLsn, final long chosenTime, final EntryMeta chosen) {
        return lsn == chosenLsn && timeMillis == chosenTime && meta.sameValue(chosen);
    }
}
