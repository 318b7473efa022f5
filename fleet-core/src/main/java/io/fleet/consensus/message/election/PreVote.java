package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A replica asks whether the others have lost the leader too (S12); binds nobody.
 */
public final class PreVote implements Message {
    /** The ballot that the sender would campaign with. */
    public long ballot;
    /** The LSN up to which the sender knows everything chosen. */
    public long chosen;
    /** The version of the configuration that the sender acts on (S14). */
    public long configuration;

    @Override
    public MessageType type() {
        return MessageType.PRE_VOTE;
    }
}
