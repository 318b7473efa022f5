package io.fleet.consensus.message.client;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A remote batcher tells a node where to send replies, and repeats it as a sign of life. A node that acts on newer
 * members than the batcher knows, or whose group was founded by others than the batcher thinks, tells it with
 * {@code Members}.
 */
public final class ClientHello implements Message {
    /** The incarnation of the batcher. */
    public long batcherId;
    /** The version of the newest configuration that the batcher has heard; 0 for none. */
    public long configuration;
    /**
     * A checksum of the settings that all members agree on; a node answers a stranger only where it has the same. 0 of
     * a batcher that wants no {@code Members}.
     */
    public int settings;
    /** The channel on which it listens. */
    public String responseChannel = "";

    @Override
    public MessageType type() {
        return MessageType.CLIENT_HELLO;
    }
}
