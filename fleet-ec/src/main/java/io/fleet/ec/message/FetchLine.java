package io.fleet.ec.message;

import io.fleet.ec.consensus.EntryId;

/** One line of {@link FetchSegments}: a piece of a part. */
public final class FetchLine {
    /** The entry. */
    public final EntryId name = new EntryId();
    /** Which piece, from 0; 0 for a part in one piece. */
    public int piece;

    /** Creates an empty line. */
    public FetchLine() {
    }
}
