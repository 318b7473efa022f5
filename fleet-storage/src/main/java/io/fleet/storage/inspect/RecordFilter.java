package io.fleet.storage.inspect;

/**
 * Which records are shown.
 *
 * @param log     {@code scattered}, {@code steps} or {@code ordered}; null for all.
 * @param groupId the group; -1 for all.
 * @param fromLsn the lowest LSN.
 * @param toLsn   the highest LSN.
 * @param limit   how many are shown at most; the others are counted.
 */
public record RecordFilter(String log, int groupId, long fromLsn, long toLsn, long limit) {
    /**
     * Shows everything, whatever it takes.
     *
     * @return the filter.
     */
    public static RecordFilter all() {
        return new RecordFilter(null, -1, 0, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    boolean takes(final LogEntry entry) {
        return (log == null || log.equals(entry.log())) && (groupId == -1 || groupId == entry.groupId())
            && entry.lsn() >= fromLsn && entry.lsn() <= toLsn;
    }
}
