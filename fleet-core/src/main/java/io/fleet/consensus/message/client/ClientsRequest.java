package io.fleet.consensus.message.client;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A node that has just started asks the others which remote batchers there are, since it may have to answer them. Each
 * node that knows more than the asker sends it a {@link ClientHello} for each.
 */
public final class ClientsRequest implements Message {
    /** How many the asker knows. */
    public int known;

    @Override
    public MessageType type() {
        return MessageType.CLIENTS_REQUEST;
    }
}
