package io.fleet.ec.message;

import io.fleet.ec.consensus.EntryId;

/** One line of {@link Steps}: what a member says of one slot. */
public final class StepLine {
    /** The kind of a PROPOSAL. */
    public static final int PROPOSAL = 1;
    /** The kind of a VOTE; STATE is between them. */
    public static final int VOTE = 3;
    /** The highest phase that a line can carry; the protocol ends far below. */
    public static final int MAX_PHASE = 255;
    /** The highest value: unsure. */
    public static final int MAX_VALUE = 3;

    /** The slot. */
    public long slot;
    /** {@link #PROPOSAL}, STATE or {@link #VOTE}. */
    public int kind;
    /** The phase, from 1; 0 for a PROPOSAL. */
    public int phase;
    /** Zero (1), one (2) or unsure (3); 0 for a PROPOSAL. */
    public int value;
    /** Whether it was said before and its sender waits for an answer. */
    public boolean isAgain;
    /** What is proposed, or the candidate that the sender knows (rule R1); nothing where there is none. */
    public final EntryId name = new EntryId();

    /** Creates an empty line. */
    public StepLine() {
    }
}
