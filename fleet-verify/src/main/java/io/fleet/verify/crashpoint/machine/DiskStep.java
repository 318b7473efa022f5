package io.fleet.verify.crashpoint.machine;

/**
 * One change that a process asks of a disk.
 *
 * @param number which one of the run, from 1.
 * @param kind   what.
 * @param file   the disk and the file; for a rename the old name and the new one.
 * @param offset of a write.
 * @param length of a write or of a new file.
 */
public record DiskStep(long number, Kind kind, String file, long offset, long length) {
    /** What can be asked. */
    public enum Kind {
        CREATE, WRITE, SYNC, RENAME, DELETE
    }

    @Override
    public String toString() {
        final String range = switch (kind) {
            case CREATE -> " of " + length + " bytes";
            case WRITE -> ", " + length + " bytes at " + offset;
            default -> "";
        };
        return "operation " + number + ", " + kind + " " + file + range;
    }
}
