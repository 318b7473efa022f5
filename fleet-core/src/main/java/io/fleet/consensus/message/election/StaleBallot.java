package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * Refusal of a request below the sender's promise (S1): a higher ballot exists.
 */
public final class StaleBallot implements Message {
    /** The ballot that was refused. */
    public long refused;
    /** The ballot that the sender has promised. */
    public long promised;

    @Override
    public MessageType type() {
        return MessageType.STALE_BALLOT;
    }
}
