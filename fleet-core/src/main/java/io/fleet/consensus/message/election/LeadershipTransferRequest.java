package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A member asks the leader to hand over, on behalf of an operator.
 */
public final class LeadershipTransferRequest implements Message {
    /** Whoever suits best. */
    public static final int ANY = -1;

    /** The ballot of the leader that is asked. */
    public long ballot;
    /** Who is to lead, or {@link #ANY}. */
    public int successor;

    @Override
    public MessageType type() {
        return MessageType.LEADERSHIP_TRANSFER_REQUEST;
    }
}
