package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** Tells the leader that a read waits for an LSN, which it may never have assigned (P4). */
public final class FillRequest implements Message {
    /** The LSN. */
    public long upTo;

    @Override
    public MessageType type() {
        return MessageType.FILL_REQUEST;
    }
}
