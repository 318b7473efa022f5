package io.fleet.scattered.learner;

import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.storage.EntryMeta;

/** What a replica has heard about one LSN. Pooled in {@link Learner}'s ring. */
public final class LearnerSlot {
    long lsn;
    /** The highest ballot heard of for the LSN. */
    long ballot;
    /** The members that acknowledged the LSN at {@link #ballot}. */
    long acks;
    /** Whether {@link #meta} is what {@link #ballot} proposes (or what is chosen). */
    boolean hasValue;
    boolean chosen;
    /** The ballot whose acknowledgements decided the value; 0 when it was learnt from elsewhere. */
    long decidedBallot;
    int storageGroup;
    int replier;
    /** Who is asked to persist {@link #meta} at {@link #ballot}, as far as its lines were heard. */
    long writers;
    public final EntryMeta meta = new EntryMeta();

    LearnerSlot init(final long newLsn) {
        lsn = newLsn;
        ballot = 0;
        acks = 0;
        hasValue = false;
        chosen = false;
        decidedBallot = 0;
        storageGroup = 0;
        writers = OrderEntry.EVERYONE;
        replier = OrderEntry.NO_REPLIER;
        return this;
    }

    /** A line of the same ballot came again; its write set may have grown. */
    void widen(final long more) {
        writers = writers == OrderEntry.EVERYONE || more == OrderEntry.EVERYONE ? OrderEntry.EVERYONE : writers | more;
    }
}
