package io.fleet.ec.consensus.proposal;

import io.fleet.ec.consensus.EntryId;

/** An id that was announced as READY and is not decided; reused for another one. */
final class Candidate {
    final EntryId id = new EntryId();
    final int index;
    /** Who looks after it: the position of the member that announced it last. */
    int keeper;
    /** The slot that it is meant for; 0 when it has none, because its slot went to another or is forfeited. */
    long slot;
    /** Since when that is so; for those this node keeps, when it was announced last. */
    long sinceNs;
    boolean isUsed;
    /** Where it stands among those that are used. */
    int rank;

    Candidate(final int index) {
        this.index = index;
    }
}
