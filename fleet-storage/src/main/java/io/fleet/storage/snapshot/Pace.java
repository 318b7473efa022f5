package io.fleet.storage.snapshot;

/**
 * How fast a snapshot is written and read back: it shares disk and processors with what acknowledgements wait for.
 */
@FunctionalInterface
public interface Pace {
    /** As fast as the disk can. */
    Pace UNBOUNDED = bytes -> { };

    /**
     * Some bytes were written, or read back. Called on the thread that did so, which may wait here; what it throws ends
     * the snapshot.
     *
     * @param bytes how many.
     */
    void onBytes(int bytes);
}
