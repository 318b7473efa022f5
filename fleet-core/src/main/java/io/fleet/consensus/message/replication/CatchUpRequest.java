package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A replica that lags asks another for chosen entries.
 */
public final class CatchUpRequest implements Message {
    /** The first LSN that is asked for. */
    public long fromLsn;
    /** Where the first chunk that is missing starts in the body of {@link #fromLsn}. */
    public int offset;
    /** How many bytes of bodies the sender can take. */
    public int maxBytes;

    /** What shows that an answer is one; see {@link io.fleet.consensus.common.RequestNonces}. */
    public long nonce;

    @Override
    public MessageType type() {
        return MessageType.CATCH_UP_REQUEST;
    }
}
