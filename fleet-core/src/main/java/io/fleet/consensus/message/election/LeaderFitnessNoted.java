package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The leader names a member that leaves as replier no more.
 */
public final class LeaderFitnessNoted implements Message {
    /** The ballot of the leader. */
    public long ballot;
    /** The highest LSN whose replier the member may be. */
    public long highest;

    @Override
    public MessageType type() {
        return MessageType.LEADER_FITNESS_NOTED;
    }
}
