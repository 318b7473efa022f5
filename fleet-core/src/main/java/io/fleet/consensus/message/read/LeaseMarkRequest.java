package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** A replica that reads asks the leader up to where it has to have applied (L5). */
public final class LeaseMarkRequest implements Message {
    /** Names the question. */
    public long round;

    @Override
    public MessageType type() {
        return MessageType.LEASE_MARK_REQUEST;
    }
}
