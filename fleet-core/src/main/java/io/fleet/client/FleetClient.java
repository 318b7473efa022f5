package io.fleet.client;

import io.fleet.error.ReadNotServedException;
import java.util.concurrent.CompletableFuture;
import org.agrona.DirectBuffer;

/**
 * Sends commands to one group and hears their outcomes, each exactly once, across retries, lost messages and leader
 * changes. Got from {@code FleetNode.client(int)} or {@code FleetCluster.client()} (embedded), or
 * {@code FleetRemoteClient.connect} (its own process). May be used by any number of threads at once.
 *
 * <p><b>Order.</b> Commands of one client may be executed in another order than they were submitted in, unless the
 * caller waits for the answer of one before it submits the next. <b>Failures.</b> See the subclasses of
 * {@link io.fleet.error.FleetException}.
 *
 * <p><b>Threads.</b> Who waits for a future ({@code join}, {@code get}) is woken by the thread of the node or client.
 * What depends on it ({@code thenApply}, {@code whenComplete} and the like) runs on a thread for callbacks, {@code
 * NodeConfig.Builder.callbacks}, in the order of the outcomes, or on the thread that adds it where the outcome is there
 * already. It may block, also for another future of this client; the log names what blocks for over 50 ms. A {@link
 * ReplyHandler} runs on the thread of the node or client itself, and must not block.
 */
public interface FleetClient extends AutoCloseable {
    /**
     * Submits a command with an empty header.
     *
     * @param payload the command; copied before the return.
     * @return completes with the machine's answer, owned by the caller, as described above; failures as of
     *         {@link #submit(byte[], byte[])}.
     */
    default CompletableFuture<byte[]> submit(final byte[] payload) {
        return submit(new byte[0], payload);
    }

    /**
     * Submits a command.
     *
     * @param header  the command's header; copied before the return.
     * @param payload the command's payload; copied before the return.
     * @return completes with the machine's answer, owned by the caller. A failure is a {@link
     *         io.fleet.error.FleetException}: the cause of the
     *         {@link java.util.concurrent.CompletionException} that {@code join()} throws.
     */
    CompletableFuture<byte[]> submit(byte[] header, byte[] payload);

    /**
     * Submits a read-only command with an empty header; ordered like a write, executed by one replica.
     *
     * @param payload the question; copied before the return.
     * @return completes with the machine's answer, owned by the caller.
     */
    default CompletableFuture<byte[]> query(final byte[] payload) {
        return query(new byte[0], payload);
    }

    /**
     * Submits a read-only command; ordered like a write, executed by one replica.
     *
     * @param header  the question's header; copied before the return.
     * @param payload the question's payload; copied before the return.
     * @return completes with the machine's answer, owned by the caller.
     */
    CompletableFuture<byte[]> query(byte[] header, byte[] payload);

    /**
     * Submits a read-only command.
     *
     * @param consistency what it may see.
     * @param header      the question's header; copied before the return.
     * @param payload     the question's payload; copied before the return. Beside the log, header and payload together
     *                    are at most 65,496 bytes long.
     * @return completes with the machine's answer, owned by the caller, and with what it reflects.
     */
    default CompletableFuture<ReadResult> read(final ReadConsistency consistency, final byte[] header,
                                               final byte[] payload) {
        return consistency.level() == ReadConsistency.Level.LINEARIZABLE_LOG
            ? query(header, payload).thenApply(answer -> new ReadResult(answer, 0, ReadResult.NOT_STALE))
            : CompletableFuture.failedFuture(notServed(consistency));
    }

    /**
     * Submits a read-only command; as {@link #read}, without what the answer reflects.
     *
     * @param consistency what it may see.
     * @param header      the question's header; copied before the return.
     * @param payload     the question's payload; copied before the return.
     * @return completes with the machine's answer, owned by the caller.
     */
    default CompletableFuture<byte[]> query(final ReadConsistency consistency, final byte[] header,
                                            final byte[] payload) {
        return read(consistency, header, payload).thenApply(ReadResult::answer);
    }

    /**
     * The form of {@link #read} that allocates nothing.
     *
     * @param consistency   what the read may see.
     * @param header        where the header is.
     * @param headerOffset  of its first byte.
     * @param headerLength  in bytes, 0 allowed.
     * @param payload       where the payload is.
     * @param payloadOffset of its first byte.
     * @param payloadLength in bytes, 0 allowed.
     * @param correlationId handed back with the outcome; need not be unique.
     * @param handler       takes the outcome, on the thread of the node or client: must not block.
     * @return false when the client's buffer is full: nothing was taken, try again later.
     * @throws io.fleet.error.CommandTooLargeException when the question is over the limit of {@link #read}.
     * @throws io.fleet.error.ClientClosedException    when the client is closed.
     */
    default boolean offerRead(final ReadConsistency consistency, final DirectBuffer header, final int headerOffset,
                              final int headerLength, final DirectBuffer payload, final int payloadOffset,
                              final int payloadLength, final long correlationId, final ReplyHandler handler) {
        if (consistency.level() != ReadConsistency.Level.LINEARIZABLE_LOG) {
            throw notServed(consistency);
        }
        return offer(true, header, headerOffset, headerLength, payload, payloadOffset, payloadLength, correlationId,
            handler);
    }

    private static ReadNotServedException notServed(final ReadConsistency consistency) {
        return new ReadNotServedException("reads are " + consistency + ", but this client has no others than "
            + ReadConsistency.LINEARIZABLE_LOG);
    }

    /**
     * The form that allocates nothing: header and payload are copied into the client's buffer.
     *
     * @param readOnly      whether the command is a query.
     * @param header        where the header is.
     * @param headerOffset  of its first byte.
     * @param headerLength  in bytes, 0 allowed.
     * @param payload       where the payload is.
     * @param payloadOffset of its first byte.
     * @param payloadLength in bytes, 0 allowed.
     * @param correlationId handed back with the outcome; need not be unique.
     * @param handler       takes the outcome, on the thread of the node or client: must not block.
     * @return false when the client's buffer is full: nothing was taken, try again later.
     * @throws io.fleet.error.CommandTooLargeException when the command is over the group's limit.
     * @throws io.fleet.error.ClientClosedException    when the client is closed.
     */
    boolean offer(boolean readOnly, DirectBuffer header, int headerOffset, int headerLength,
                  DirectBuffer payload, int payloadOffset, int payloadLength,
                  long correlationId, ReplyHandler handler);

    /**
     * How much the group lets this client have without an answer now, so that nobody waits long: what a server in front
     * of the client takes before it refuses the rest. What is above it waits in the client's buffer.
     *
     * @return commands of up to 4096 bytes, where a longer one counts as so many as it fills in part or wholly; 256 to
     *         1,048,576, or {@link Integer#MAX_VALUE} where the group bounds nobody, or has told nothing yet. It may be
     *         another number at the next call.
     */
    default int credit() {
        return Integer.MAX_VALUE;
    }

    /**
     * A server in front of the client has a good part of {@link #credit()} in use, by its own count, or refused a
     * command for it. The group is told with what is sent next that more is wanted, and lets all have more while it
     * is quick. Any thread; costs next to nothing.
     */
    default void wantMore() {
        // Where nobody is bounded nothing is wanted.
    }

    /**
     * Has the client open a session now, and keep it alive while it has nothing to say: for machines that keep
     * something for a session, as a lock or a place in an election. Without this a client opens a session with its
     * first command, and another one after it was idle.
     *
     * <p>It asks in the log, a third of {@code sessionTimeoutMillis} after the last command that was answered. When the
     * session is lost all the same (the client was stopped or cut off for longer), it opens another one and goes on.
     *
     * @param listener hears of the session, see there for threads; the last that is given hears it. Where there is a
     *                 session already it hears of that at once.
     * @throws UnsupportedOperationException        when this client keeps no sessions.
     * @throws io.fleet.error.ClientClosedException when the client is closed.
     */
    default void keepSession(final SessionListener listener) {
        throw new UnsupportedOperationException(getClass().getName() + " keeps no sessions");
    }

    /** Fails what is in flight and closes the session. */
    @Override
    void close();
}
