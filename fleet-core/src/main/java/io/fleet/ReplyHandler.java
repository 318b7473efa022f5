package io.fleet;

import io.fleet.machine.FleetException;
import org.agrona.DirectBuffer;

/**
 * Takes the outcomes of {@link FleetClient#offer}. Called on the client's thread, exactly once for each accepted
 * command; must not block and must not throw.
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
     * @param staleNs       see {@link io.fleet.machine.ReadResult#staleNs()}.
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
