package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A candidate asks a storage node that has promised whether its promise still stands (S15).
 */
public final class Confirm implements Message {
    /** The candidate's ballot. */
    public long ballot;

    @Override
    public MessageType type() {
        return MessageType.CONFIRM;
    }
}
