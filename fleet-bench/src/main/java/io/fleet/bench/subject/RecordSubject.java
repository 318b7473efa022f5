package io.fleet.bench.subject;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.log.Checksum;
import io.fleet.storage.log.LogRecord;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One record of a log in a staging area, as the owner of the log writes it and recovery checks it. */
public final class RecordSubject {
    private final Checksum checksum = new Checksum();
    private final EntryMeta meta = new EntryMeta();
    private final DirectBuffer body;
    private final UnsafeBuffer staging;
    private long lsn;

    /**
     * Makes room for a record.
     *
     * @param body what its body is.
     */
    public RecordSubject(final DirectBuffer body) {
        this.body = body;
        meta.batcherId = 1;
        meta.length = body.capacity();
        staging = new UnsafeBuffer(new byte[LogRecord.alignedLength(body.capacity())]);
    }

    /** Writes the next record over the last one, with its checksum. */
    public int write() {
        meta.sequence = ++lsn;
        LogRecord.put(staging, 0, LogRecord.ENTRY, 0, 0, lsn, 1, meta, 0);
        staging.putBytes(LogRecord.HEADER_LENGTH, body, 0, meta.length);
        return LogRecord.seal(staging, 0, 0, checksum);
    }

    /**
     * Checks the record.
     *
     * @return what is wrong with it, null when nothing is.
     */
    public String problem() {
        return LogRecord.problem(staging, 0, staging.capacity(), 0, checksum);
    }
}
