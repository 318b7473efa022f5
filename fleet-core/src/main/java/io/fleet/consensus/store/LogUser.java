package io.fleet.consensus.store;

import io.fleet.storage.EntryMeta;

/** What a group's protocol keeps in one of the node's logs: it hears what was found there, and what is durable. */
public interface LogUser {
    /**
     * Hands over a record that was found at start-up, before the first message.
     *
     * @param lsn          its log sequence number.
     * @param ballot       its ballot.
     * @param storageGroup its storage group.
     * @param meta         its value; copied.
     * @param bodyPosition where its body is.
     */
    void onRecovered(long lsn, long ballot, int storageGroup, EntryMeta meta, long bodyPosition);

    /**
     * Hands over the highest ballot of all records that were found at start-up, where not all of them are handed over:
     * each is a promise not to go below it.
     *
     * @param ballot the ballot.
     */
    default void onRecoveredBallot(final long ballot) {
        throw new IllegalStateException("ballot " + ballot + " is told, but every record is handed over");
    }

    /**
     * A record that was appended to the log is durable.
     *
     * @param lsn      its log sequence number.
     * @param ballot   its ballot.
     * @param position where it is.
     */
    void onDurable(long lsn, long ballot, long position);

    /**
     * Up to where records are not needed any more.
     *
     * @param covered the LSN up to which neither the ordered log of this node refers to records, nor a member that the
     *                group may lose is the only one with a snapshot.
     * @return the highest number of a record that may go, with all below it; 0 for none.
     */
    long forgettable(long covered);
}
