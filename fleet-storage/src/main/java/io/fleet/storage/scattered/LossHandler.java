package io.fleet.storage.scattered;

/** Told of records that a log had confirmed and does not have any more. */
@FunctionalInterface
public interface LossHandler {
    /**
     * Records are lost; of which groups and entries is not known. It may be told more than once while a log is opened.
     *
     * @param what where, and why it is known, for people.
     * @throws io.fleet.storage.StorageException when what follows from it cannot be made durable: the log is not
     *     opened.
     */
    void onLost(String what);
}
