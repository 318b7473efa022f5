package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * Tells a remote batcher who leads, so that it can address its entries.
 */
public final class LeaderNotice implements Message {
    /** The ballot of the leader. */
    public long ballot;
    /** The leader's node. */
    public int leader;

    @Override
    public MessageType type() {
        return MessageType.LEADER_NOTICE;
    }
}
