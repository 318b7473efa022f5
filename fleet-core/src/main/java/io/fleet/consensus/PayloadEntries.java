package io.fleet.consensus;

/** Is told of entries by their names, as the log has them. */
@FunctionalInterface
public interface PayloadEntries {
    /**
     * One entry.
     *
     * @param batcherId who formed it.
     * @param sequence  its number there.
     * @param digest    of it.
     */
    void onEntry(long batcherId, long sequence, long digest);
}
