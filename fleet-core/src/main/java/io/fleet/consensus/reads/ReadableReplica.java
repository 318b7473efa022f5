package io.fleet.consensus.reads;

import io.fleet.machine.StateMachine;
import org.agrona.DirectBuffer;

/**
 * A replica as those see it who read its state without an entry in the log. Called by the node's thread only, but for
 * {@link #executed()}.
 */
public interface ReadableReplica {
    /** The highest LSN applied to the state machine. */
    long applied();

    /** Up to where answers may show what was applied; an answer that reflects more waits for that (L8). */
    long released();

    /**
     * The time of the last entry that was applied.
     *
     * @return milliseconds since 1970.
     */
    long logTime();

    /**
     * Whether queries may be executed now: not while another thread is at the state, nor in the middle of an entry.
     *
     * @return true when {@link #answer} may be called.
     */
    boolean isReadable();

    /**
     * Whether another thread writes a snapshot of the state, or applies an entry, so that the machine must not be
     * called.
     *
     * @return true while it does.
     */
    boolean isPaused();

    /** Whether there is no state to read, since this node is a witness. */
    default boolean isWitness() {
        return false;
    }

    /** A query that was given to another thread has been executed by it: its answer is to be fetched. Any thread. */
    default void executed() {
        // Where whoever serves reads has a turn in each cycle.
    }

    /**
     * The state machine, as of what is applied; another one after a snapshot was installed.
     *
     * @return the machine of the user.
     */
    StateMachine machine();

    /**
     * Executes queries on the state as it is, and sends the answers; only while {@link #isReadable()}.
     *
     * @param batcherId who asks.
     * @param requestId the batcher's number of the request.
     * @param staleNs   how old the state may be in nanoseconds;
     *                  {@link io.fleet.consensus.message.client.ReplyBatch#NOT_STALE}.
     * @param queries   where they are; see {@code io.fleet.session.CommandFrame}. What is no query is left out.
     * @param offset    of the first byte.
     * @param length    in bytes.
     */
    void answer(long batcherId, long requestId, long staleNs, DirectBuffer queries, int offset, int length);

    /**
     * Sends the answer to one query that was executed elsewhere, or not at all.
     *
     * @param batcherId who asks.
     * @param requestId the batcher's number of the request.
     * @param sequence  the batcher's number of the query.
     * @param lsn       what the answer reflects.
     * @param staleNs   how old that may be, see {@link #answer}.
     * @param status    see {@code io.fleet.session.ReplyFrame}.
     * @param answer    the bytes from 0 on; copied.
     * @param length    how many.
     */
    void send(long batcherId, long requestId, long sequence, long lsn, long staleNs, byte status, DirectBuffer answer,
              int length);

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

    /**
     * A method of the machine that changes no state threw on this thread: where that is an {@link Error}, it is told.
     *
     * @param method of the machine.
     * @param lsn    of the state it was called for.
     * @param thrown what.
     * @throws Error the same, where the node cannot go on.
     */
    void survive(String method, long lsn, Throwable thrown);

    /**
     * As {@link #survive}, of what another thread called, which shared nothing with this one.
     *
     * @param method of the machine.
     * @param lsn    of the state it was called for.
     * @param thrown what; null for nothing.
     * @throws Error the same, where the node cannot go on.
     */
    void surviveElsewhere(String method, long lsn, Throwable thrown);
}
