package io.fleet.client;

import io.fleet.error.FleetException;
import org.agrona.DirectBuffer;

/**
 * Takes the outcomes of {@link FleetClient#offer}. Called exactly once for each accepted command, on the thread that
 * runs the whole node ({@code fleet-node-N}) for a client got from one, and on {@code fleet-client} for a
 * remote one; on
 * the submitting thread where the client is just being closed. It must not block and must not throw: while it runs,
 * the node orders, acknowledges and answers nothing. One that takes over half a second is told of at WARNING, with its
 * stack. Where something has to wait, take the form with futures.
 */
public interface ReplyHandler {
    /**
     * The command was applied (or the query answered).
     *
     * @param correlationId what the caller gave.
     * @param buffer        where the answer is; valid during the call.
     * @param offset        of its first byte.
     * @param length        in bytes.
     */
    void onReply(long correlationId, DirectBuffer buffer, int offset, int length);

    /**
     * The same with what the answer reflects. This is what is called; by default it calls the shorter one.
     *
     * @param correlationId what the caller gave.
     * @param lsn           the LSN up to which the answer reflects the log; 0 where the replica did not say.
     * @param staleNs       see {@link io.fleet.client.ReadResult#staleNs()}.
     * @param buffer        where the answer is; valid during the call.
     * @param offset        of its first byte.
     * @param length        in bytes.
     */
    default void onReply(final long correlationId, final long lsn, final long staleNs, final DirectBuffer buffer,
                         final int offset, final int length) {
        onReply(correlationId, buffer, offset, length);
    }

    /**
     * The command failed; the type of the failure says whether it was applied, not applied, or whether that is unknown.
     *
     * @param correlationId what the caller gave.
     * @param failure       why.
     */
    void onFailure(long correlationId, FleetException failure);
}
