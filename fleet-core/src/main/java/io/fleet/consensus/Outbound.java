package io.fleet.consensus;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;

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
     * Sends to every other member of the group that executes. Where that is no cheaper all get it, and have to ignore
     * it.
     *
     * @param message what.
     * @return false when it could not be taken now (back-pressure): nothing was sent, or not to everyone.
     */
    default boolean sendToExecuting(final Message message) {
        return sendToOthers(message);
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
     * The part of the voters that the body of a new entry is sent to, beside all members that execute.
     *
     * @param ballot the one that the entry is meant for.
     * @return see {@link EntryBody#part}.
     */
    default int bodyPart(final long ballot) {
        return EntryBody.EVERYONE;
    }

    /**
     * Sends a body, or a chunk of one, to a part of the voters, and to all members that execute. Where that is no
     * cheaper, all get it.
     *
     * @param body   what.
     * @param part   see {@link EntryBody#part}.
     * @param needed the node that it is of no use without; nobody gets it while that one cannot take it.
     * @return false when it could not be taken now (back-pressure): nothing was sent, or not to everyone.
     */
    default boolean sendBody(final Message body, final int part, final int needed) {
        return broadcast(body, needed);
    }

    /**
     * The leader that this node follows has said what batchers may do: how much without an answer, and to which parts
     * bodies may go. What is sent to batchers from now on tells it, too.
     *
     * @param order what it has said; nothing is kept of it.
     */
    default void tellBatchers(final Order order) {
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
