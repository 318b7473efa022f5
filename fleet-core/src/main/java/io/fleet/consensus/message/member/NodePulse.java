package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The sender lives. Stands for the heartbeats, and for the acknowledgements of heartbeats, of all its groups that are
 * quiet. Its envelope says all there is to say.
 */
public final class NodePulse implements Message {
    @Override
    public MessageType type() {
        return MessageType.NODE_PULSE;
    }
}
