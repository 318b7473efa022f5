package io.fleet.testkit.sim;

/** Is told of every operation that changes a {@link SimMedium}, before it takes effect. */
@FunctionalInterface
public interface DiskObserver {
    /**
     * One operation is about to take effect. It may still fail or end in a crash.
     *
     * @param number    of the operation, as {@link SimMedium#operations()} counts.
     * @param operation what it is.
     * @param file      the name of the file; of a rename the old one.
     * @param position  of a write: its first byte; otherwise 0.
     * @param length    of a write or a create: bytes; otherwise 0.
     */
    void onOperation(long number, DiskOperation operation, String file, long position, long length);
}
