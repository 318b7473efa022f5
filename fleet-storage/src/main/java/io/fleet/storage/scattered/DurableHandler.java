package io.fleet.storage.scattered;

/** Told, on the owner's thread, of each record that became durable: from here on it may be acknowledged (rule S2). */
@FunctionalInterface
public interface DurableHandler {
    /**
     * One record is durable.
     *
     * @param groupId  of the record.
     * @param lsn      of the record.
     * @param ballot   of the record.
     * @param position where the body is: of this record, or of the one that a re-stamp refers to.
     */
    void onDurable(int groupId, long lsn, long ballot, long position);
}
