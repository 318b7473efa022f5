package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The leader of a ballot asks a member to campaign at once, without asking around whether the leader is lost. The
 * member takes every other step of an election (S3 to S5, S16).
 */
public final class LeadershipTransfer implements Message {
    /** The ballot of the leader that hands over. */
    public long ballot;
    /** Which hand-over of the leader this is; a repeated message has the same number. */
    public long number;
    /** The highest LSN that the leader has ordered. */
    public long highest;
    /** The member that is asked. */
    public int successor;

    @Override
    public MessageType type() {
        return MessageType.LEADERSHIP_TRANSFER;
    }
}
