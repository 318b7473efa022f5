package io.fleet.protocol.message.coded;

import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.MessageType;

/** A slot was decided so long ago that only a snapshot tells what came of it (rule R3). */
public final class Covered implements Message {
    /** The slot that was asked for. */
    public long slot;

    @Override
    public MessageType type() {
        return MessageType.COVERED;
    }
}
