package io.fleet.protocol;

import org.agrona.DirectBuffer;

/** The replica as those see it who read from it beside the log. One thread. */
public interface ReadableReplica {
    /**
     * The highest LSN applied to the state machine.
     *
     * @return the LSN.
     */
    long applied();

    /**
     * Whether queries may be executed now: not while another thread writes the state.
     *
     * @return whether.
     */
    boolean isReadable();

    /**
     * Executes queries on the state as it is, and sends the answers; only while {@link #isReadable()}.
     *
     * @param batcherId who asks.
     * @param requestId the batcher's number of the request.
     * @param staleNs   how old the state may be in nanoseconds;
     *                  {@link io.fleet.protocol.message.ReplyBatch#NOT_STALE}.
     * @param queries   where they are; see {@code io.fleet.session.CommandFrame}. What is no query is left out.
     * @param offset    of the first byte.
     * @param length    in bytes.
     */
    void answer(long batcherId, long requestId, long staleNs, DirectBuffer queries, int offset, int length);

    /**
     * Answers queries without executing them.
     *
     * @param batcherId who asks.
     * @param requestId the batcher's number of the request.
     * @param forGood   whether the same again would not help; otherwise another replica, or a later time, may.
     * @param why       for people.
     * @param queries   where they are.
     * @param offset    of the first byte.
     * @param length    in bytes.
     */
    void refuse(long batcherId, long requestId, boolean forGood, String why, DirectBuffer queries, int offset,
                int length);
}
