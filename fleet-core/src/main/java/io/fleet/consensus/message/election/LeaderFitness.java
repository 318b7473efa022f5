package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A member tells the leader what it is good for: whether it should lead one day, and that it is about to stop.
 */
public final class LeaderFitness implements Message {
    /** The priority of a member that has said nothing. */
    public static final int DEFAULT_PRIORITY = 100;
    /** The highest priority. */
    public static final int MAX_PRIORITY = 1_000;

    /** The longest {@link #fullDisk} in characters. */
    public static final int MAX_TEXT = 256;

    /** The ballot of the leader that is told. */
    public long ballot;
    /** How much the member should lead, 0 to {@link #MAX_PRIORITY}. */
    public int priority;
    /** Whether it could lead now. */
    public boolean able;
    /** Whether it is about to stop. */
    public boolean leaving;
    /** Which of its disks are full, so that it accepts nothing; ASCII, and empty while none is. */
    public String fullDisk = "";

    @Override
    public MessageType type() {
        return MessageType.LEADER_FITNESS;
    }
}
