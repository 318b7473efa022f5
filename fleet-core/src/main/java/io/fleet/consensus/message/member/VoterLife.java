package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A voter asks the leader of a ballot in which life that counts it, and the leader answers (S15). What the answer says
 * holds for ever: of one ballot, and of one {@code Order#lives}, a voter has one number.
 */
public final class VoterLife implements Message {
    /** The ballot: its owner is asked, and answers. */
    public long ballot;
    /** The life of the voter; in an answer, as the leader counts it. */
    public long life;
    /** In an answer, the latest {@code Order#lives} for which it holds. */
    public int lives;

    @Override
    public MessageType type() {
        return MessageType.VOTER_LIFE;
    }
}
