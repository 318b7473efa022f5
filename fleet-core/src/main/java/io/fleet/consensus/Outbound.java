package io.fleet.consensus;

import io.fleet.consensus.message.Message;

/**
 * Where a role of one group sends its messages. Nothing is kept of the message after the call.
 *
 * <p>Delivery is best effort: a message may be lost, repeated, late or out of order, also one to the sender itself, and
 * every protocol that uses this sends again what matters. A message to the sender itself is delivered after the current
 * call has returned, never within it. Single-threaded.
 */
public interface Outbound {
    /**
     * The node this sends from; -1 for a remote client.
     *
     * @return the node id.
     */
    int self();

    /**
     * Sends to every member of the group, the sender included.
     *
     * @param message what.
     * @return false when it could not be taken now (back-pressure): nothing was sent, or not to everyone.
     */
    boolean broadcast(Message message);

    /**
     * Sends to every member of the group, the sender included, what is of no use without one of them. Where the
     * network tells them apart, nobody gets it while that one cannot take it.
     *
     * @param message what.
     * @param needed  the node that the message is of no use without.
     * @return false when it could not be taken now (back-pressure): nothing was sent, or not to everyone.
     */
    default boolean broadcast(final Message message, final int needed) {
        return broadcast(message);
    }

    /**
     * Sends to every other member of the group. Where that is no cheaper the sender gets it too, and has to ignore it.
     *
     * @param message what.
     * @return false when it could not be taken now (back-pressure): nothing was sent, or not to everyone.
     */
    default boolean sendToOthers(final Message message) {
        return broadcast(message);
    }

    /**
     * Sends to one node, possibly the sender.
     *
     * @param node    which.
     * @param message what.
     * @return false when it could not be taken now.
     */
    boolean send(int node, Message message);

    /**
     * Sends to a batcher, wherever it is (see {@code BatcherId}).
     *
     * @param batcherId which.
     * @param message   what.
     * @return false when it could not be taken now, or the way to the batcher is not known.
     */
    boolean sendToBatcher(long batcherId, Message message);

    /**
     * The leader says what each batcher may have without an answer: what is sent to batchers from now on tells it too.
     *
     * @param ballot the leader's.
     * @param number grows with each other credit of the ballot; 0 where it tells none.
     * @param credit see {@link io.fleet.consensus.flow.Credit}.
     */
    default void tellCredit(final long ballot, final long number, final int credit) {
        // Who sends nothing to batchers has nothing to tell.
    }

    /**
     * Whether a way to a batcher is known: while none is, nothing will be taken for it.
     *
     * @param batcherId which.
     */
    default boolean isBatcherKnown(final long batcherId) {
        return true;
    }
}
