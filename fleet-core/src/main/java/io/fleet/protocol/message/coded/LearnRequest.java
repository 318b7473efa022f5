package io.fleet.protocol.message.coded;

import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.MessageType;

/** The sender misses decisions (rule R3). Answered by {@link Decisions}. */
public final class LearnRequest implements Message {
    /** The first slot that it misses. */
    public long from;

    @Override
    public MessageType type() {
        return MessageType.LEARN_REQUEST;
    }
}
