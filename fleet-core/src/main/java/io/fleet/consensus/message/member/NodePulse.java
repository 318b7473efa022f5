package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The sender lives. Stands for the heartbeats, and for the acknowledgements of heartbeats, of all its groups that are
 * quiet.
 */
public final class NodePulse implements Message {
    /** The most for {@link #intervalMillis}. */
    public static final int MAX_INTERVAL_MILLIS = 60_000;

    /** After how many milliseconds it says so again, while any of its groups is quiet; 1 or more. */
    public int intervalMillis;

    @Override
    public MessageType type() {
        return MessageType.NODE_PULSE;
    }
}
