package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The leader that an entry was meant for refuses to order it: <em>not applied</em>, and never will be.
 */
public final class RejectEntry implements Message {
    /** The batcher. */
    public long batcherId;
    /** The number of the entry. */
    public long sequence;
    /** The ballot of the leader, equal to the entry's target. */
    public long ballot;
    /** One of the constants below. */
    public int reason;
    /** Of {@link #DISK_FULL}: which nodes and disks, for people; ASCII, and otherwise empty. */
    public String text = "";

    /** Reason: a table or window of the leader is full. */
    public static final int OVERLOADED = 1;
    /** Reason: the entry is larger than the group's limit. */
    public static final int TOO_LARGE = 2;
    /** Reason: the body does not hold well-formed commands. */
    public static final int MALFORMED = 3;
    /** Reason: so many disks are full that the entry would wait to be written until there is space. */
    public static final int DISK_FULL = 4;
    /** The longest {@link #text} in characters. */
    public static final int MAX_TEXT = 1024;

    @Override
    public MessageType type() {
        return MessageType.REJECT_ENTRY;
    }
}
