package io.fleet.ec.message;

import io.fleet.consensus.message.ProgressReport;

/**
 * The sender has all decisions up to a slot durably (rule Q1), and says what it has room for, and what its clock shows.
 */
public final class Learned implements CodedMessage, ProgressReport {
    /** The slot; 0 for none. */
    public long upTo;
    /**
     * What the sender has room for among the parts that it holds: 0 for those of any entries, 1 of entries without a
     * value, 2 of none that are not under way.
     */
    public int room;

    /** What the sender's wall clock shows, in milliseconds; 0 where it does not know. */
    public long clock;
    /** In which lives the sender counts the members, as {@link Steps#lives}; 0 where it does not vote. */
    public long lives;
    /** Which of its disks are full, so that it takes no parts; ASCII, and empty while none is. */
    public String fullDisk = "";

    /** The longest {@link #fullDisk} in characters. */
    public static final int MAX_TEXT = 256;
    /** The highest {@link #room}. */
    public static final int NO_ROOM = 2;

    @Override
    public Kind kind() {
        return Kind.LEARNED;
    }

    /** Up to where it has all decisions. */
    @Override
    public long applied() {
        return upTo;
    }
}
