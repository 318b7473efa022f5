package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The answer to {@link PreVote}.
 */
public final class PreVoteReply implements Message {
    /** The ballot that was asked about. */
    public long ballot;
    /** Whether the sender has heard no live leader for an election timeout. */
    public boolean granted;
    /** The highest ballot that the sender knows. */
    public long knownBallot;
    /** The LSN up to which the sender knows everything chosen. */
    public long chosen;

    @Override
    public MessageType type() {
        return MessageType.PRE_VOTE_REPLY;
    }
}
