package io.fleet.consensus.message.member;

import io.fleet.consensus.message.FromVoterToBe;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A node that does not vote asks each member how it stands (S15).
 */
public final class RejoinRequest implements Message, FromVoterToBe {
    /** Names the asker's run: only answers that carry it were given after the asker lost its state. */
    public long nonce;

    @Override
    public MessageType type() {
        return MessageType.REJOIN_REQUEST;
    }
}
