package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** What the leader makes of a {@link MemberChange}. */
public final class MemberChangeAnswer implements Message {
    /** {@link #answer}: it is under way, or done. */
    public static final int TAKEN = 0;
    /** {@link #answer}: the leader cannot order it now; ask again. */
    public static final int LATER = 1;
    /** {@link #answer}: another change is under way, and one is made at a time. */
    public static final int BUSY = 2;
    /** {@link #answer}: the node that is to come is a member already. */
    public static final int MEMBER_ALREADY = 3;
    /** {@link #answer}: the node that is to go is no member. */
    public static final int NO_MEMBER = 4;
    /** {@link #answer}: nobody would be left to vote. */
    public static final int LAST_VOTER = 5;
    /** {@link #answer}: the node leads that is to go; it hands over first. */
    public static final int LEADS = 6;
    /** {@link #answer}: snapshots must cover what was written before the last change, or copies are too few. */
    public static final int NOT_COVERED = 7;
    /** {@link #answer}: there are as many members as there may be, or the list of them would be too long for a log. */
    public static final int TOO_MANY = 8;
    /** {@link #answer}: where the node is to be reached is no address of one host. */
    public static final int BAD_ADDRESS = 9;
    /** {@link #answer}: the group is as it is asked for already. */
    public static final int AS_IT_IS = 10;
    /** {@link #answer}: too few of those that vote would execute (G1). */
    public static final int TOO_FEW_REPLICAS = 11;
    /** {@link #answer}: the node that is to go has a place in a grid. */
    public static final int IN_GRID = 12;

    /** The kind that was asked for. */
    public int kind;
    /** The node that was to come, or go. */
    public int node;
    /** One of the constants. */
    public int answer;

    @Override
    public MessageType type() {
        return MessageType.MEMBER_CHANGE_ANSWER;
    }
}
