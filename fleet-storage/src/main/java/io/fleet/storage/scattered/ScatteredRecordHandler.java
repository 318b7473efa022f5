package io.fleet.storage.scattered;

import io.fleet.storage.EntryMeta;

/**
 * Receives each record that recovery found, per directory in file order. The receiver keeps the highest ballot per LSN.
 */
@FunctionalInterface
public interface ScatteredRecordHandler {
    /**
     * One record.
     *
     * @param groupId      of the record.
     * @param lsn          of the record.
     * @param ballot       of the record.
     * @param storageGroup of the record.
     * @param meta         names the value; reused, copy it to keep it.
     * @param bodyPosition where the body is: of this record, or of the one that a re-stamp refers to.
     */
    void onRecord(int groupId, long lsn, long ballot, int storageGroup, EntryMeta meta, long bodyPosition);
}
