package io.fleet.protocol.message;

/**
 * A remote batcher tells a node where to send replies, and repeats it as a sign of life.
 */
public final class ClientHello implements Message {
    /** The incarnation of the batcher. */
    public long batcherId;
    /** The channel on which it listens. */
    public String responseChannel = "";

    @Override
    public MessageType type() {
        return MessageType.CLIENT_HELLO;
    }
}
