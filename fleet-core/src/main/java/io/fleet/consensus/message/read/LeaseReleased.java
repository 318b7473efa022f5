package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** Up to where answers may show what was applied, where no ORDER brings it at once (L7, L8). */
public final class LeaseReleased implements Message {
    /** Of the leader that has released it. */
    public long ballot;
    /** The highest LSN that is released. */
    public long released;

    @Override
    public MessageType type() {
        return MessageType.LEASE_RELEASED;
    }
}
