package io.fleet.storage.log;

import org.agrona.DirectBuffer;

/** Receives records whose checksums were verified, or which just became durable. */
@FunctionalInterface
public interface RecordHandler {
    /**
     * One record. Its fields are read with {@link LogRecord}.
     *
     * @param buffer   holds the record; valid during the call only.
     * @param offset   of the record in the buffer, which is also its offset in its flush frame.
     * @param position of the record in the log, see {@link io.fleet.storage.LogPosition}.
     */
    void onRecord(DirectBuffer buffer, int offset, long position);
}
