package io.fleet.ec.message;

import io.fleet.ec.consensus.EntryId;

/** One line of {@link SegmentAcks}: what a member holds of its part of an entry. */
public final class AckLine {
    /** The most pieces of a part. */
    public static final int MAX_PIECES = 1 << 20;

    /** The entry. */
    public final EntryId name = new EntryId();
    /** Names the life of the member: after it has lost something it is another one (rule S15). */
    public long life;
    /** How many pieces it holds, from the first on, without gaps; 1 for all of a part in one piece. */
    public int pieces;

    /** They are kept until a slot above this one holds the entry, and longer; at least 0. */
    public long reliedOn;

    /** Creates an empty line. */
    public AckLine() {
    }
}
