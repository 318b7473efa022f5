package io.fleet.protocol.message.coded;

import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.MessageType;

/** The sender has all decisions up to a slot durably (rule Q1). */
public final class Learned implements Message {
    /** The slot; 0 for none. */
    public long upTo;

    @Override
    public MessageType type() {
        return MessageType.LEARNED;
    }
}
