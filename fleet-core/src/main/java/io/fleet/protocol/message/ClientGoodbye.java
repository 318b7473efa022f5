package io.fleet.protocol.message;

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
