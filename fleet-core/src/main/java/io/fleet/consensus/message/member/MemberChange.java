package io.fleet.consensus.message.member;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** A member asks the leader to change who belongs to the group, on behalf of an operator (S14). */
public final class MemberChange implements Message {
    /** {@link #kind}: a new member or an observer, which learns first and votes once it has caught up. */
    public static final int ADD = 0;
    /** {@link #kind}: a member goes. */
    public static final int REMOVE = 1;
    /** {@link #kind}: a new member or an observer, which takes the place of another one once it has caught up. */
    public static final int REPLACE = 2;
    /** {@link #kind}: a new observer, which gets everything and does not vote. */
    public static final int ADD_OBSERVER = 3;
    /** {@link #kind}: a new witness, which votes once it has caught up, and executes nothing. */
    public static final int ADD_WITNESS = 4;
    /** {@link #kind}: a new witness, which takes the place of a voter once it has caught up. */
    public static final int REPLACE_BY_WITNESS = 5;
    /** {@link #kind}: the voters are to count in another way, as {@link #quorums} says. */
    public static final int QUORUMS = 6;
    /** What {@link #replaced} says when nobody is. */
    public static final int NOBODY = -1;

    /** The ballot of the leader that is asked. */
    public long ballot;
    /** One of the constants above. */
    public int kind;
    /** Which node comes, or goes. */
    public int node;
    /** Whose place it takes, or {@link #NOBODY}. */
    public int replaced = NOBODY;
    /** Where a new member is reached, as {@code host:port}. */
    public String endpoint = "";
    /** How the voters are to count. */
    public QuorumLayout quorums = QuorumLayout.majority();

    /** Whether somebody goes when the one that comes votes. */
    public boolean isReplacement() {
        return kind == REPLACE || kind == REPLACE_BY_WITNESS;
    }

    /** Whether the one that comes is to vote and execute. */
    public boolean isForFull() {
        return role() == MemberRole.FULL;
    }

    /** What the one that comes is for. */
    public MemberRole role() {
        return switch (kind) {
            case ADD_OBSERVER -> MemberRole.REPLICA;
            case ADD_WITNESS, REPLACE_BY_WITNESS -> MemberRole.STORAGE;
            default -> MemberRole.FULL;
        };
    }

    @Override
    public MessageType type() {
        return MessageType.MEMBER_CHANGE;
    }
}
