package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** A replica that was asked to read asks every member how far it has come (P2, Q2). */
public final class ReadMarkRequest implements Message {
    /** Names the question, so that answers to an earlier one do not count. */
    public long round;

    @Override
    public MessageType type() {
        return MessageType.READ_MARK_REQUEST;
    }
}
