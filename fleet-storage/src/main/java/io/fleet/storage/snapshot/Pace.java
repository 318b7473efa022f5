package io.fleet.storage.snapshot;

/**
 * How fast a snapshot is written and read back, and the ones before it are deleted: all of it shares disk and
 * processors with what acknowledgements wait for.
 */
@FunctionalInterface
public interface Pace {
    /** As fast as the disk can. */
    Pace UNBOUNDED = bytes -> {};

    /**
     * Some bytes were written, or read back, or are to be deleted. Called on the thread that does so, which may wait
     * here. What it throws ends the snapshot, or where that is committed the waiting.
     *
     * @param bytes how many.
     */
    void onBytes(int bytes);
}
