package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** The answer of the node that was asked as the leader (L5). */
public final class LeaseMark implements Message {
    /** Of the question. */
    public long round;
    /** Whether it leads and held a lease after it was asked. */
    public boolean held;
    /** Where it did: the highest LSN that was ordered by then. */
    public long mark;

    @Override
    public MessageType type() {
        return MessageType.LEASE_MARK;
    }
}
