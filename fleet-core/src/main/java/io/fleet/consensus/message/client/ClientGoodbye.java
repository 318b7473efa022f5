package io.fleet.consensus.message.client;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A remote batcher leaves.
 */
public final class ClientGoodbye implements Message {
    /** The incarnation of the batcher. */
    public long batcherId;

    @Override
    public MessageType type() {
        return MessageType.CLIENT_GOODBYE;
    }
}
