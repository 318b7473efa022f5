package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * Asks the leader to send again what it ordered in a range.
 */
public final class FetchOrder implements Message {
    /** The ballot of the leader that is asked. */
    public long ballot;
    /** The first LSN. */
    public long fromLsn;
    /** The last LSN. */
    public long toLsn;

    @Override
    public MessageType type() {
        return MessageType.FETCH_ORDER;
    }
}
