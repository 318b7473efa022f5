package io.fleet.storage;

/**
 * Names a snapshot of one group by what it holds, whoever wrote it and under whatever file name. Machines are
 * deterministic, so as a rule all nodes have the same bytes at one LSN; where they have not, the checksum differs.
 *
 * @param lsn      up to which it covers the log.
 * @param length   of its payload in bytes.
 * @param checksum CRC32C over the whole payload.
 */
public record SnapshotId(long lsn, long length, int checksum) {
    @Override
    public String toString() {
        return "LSN " + lsn + ", " + length + " bytes, checksum " + Integer.toHexString(checksum);
    }
}
