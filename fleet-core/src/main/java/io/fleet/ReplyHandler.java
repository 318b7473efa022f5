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
     * The command failed; the type of the failure says whether it was applied, not applied, or whether that is unknown.
     *
     * @param correlationId what the caller gave.
     * @param failure       why.
     */
    void onFailure(long correlationId, FleetException failure);
}
