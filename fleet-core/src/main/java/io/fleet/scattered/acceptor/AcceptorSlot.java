package io.fleet.scattered.acceptor;

import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.storage.EntryMeta;

/**
 * What a storage node knows about one LSN: what it accepted, where a body is durable, and what it still has to accept.
 * Pooled.
 */
public final class AcceptorSlot {
    long lsn;
    /** The ballot of the last accepted record; 0 for none. */
    long ballot;
    final EntryMeta meta = new EntryMeta();
    int storageGroup;
    /** Whether the last accepted record is durable. */
    boolean durable;
    /** Where the body of {@link #bodyMeta} is durable; 0 for nowhere. */
    public long bodyPosition;
    final EntryMeta bodyMeta = new EntryMeta();
    /** The ballot of an order that is not accepted yet; 0 for none. */
    long wantBallot;
    final EntryMeta wantMeta = new EntryMeta();
    int wantGroup;
    /** Who replies, as the newest order for the LSN says. */
    int replier;
    /** Whether the order at {@link #wantBallot} asks others to write, and not this node. */
    boolean spared;

    AcceptorSlot init(final long newLsn) {
        lsn = newLsn;
        ballot = 0;
        durable = false;
        bodyPosition = 0;
        wantBallot = 0;
        spared = false;
        replier = OrderEntry.NO_REPLIER;
        meta.setNoOp(0);
        wantMeta.setNoOp(0);
        return this;
    }

    /** Whether a value was accepted here, durable or not yet. */
    public boolean hasAccepted() {
        return ballot != 0;
    }

    boolean holdsBody(final long batcherId, final long sequence) {
        return bodyPosition != 0 && !bodyMeta.isNoOp() && bodyMeta.batcherId == batcherId
            && bodyMeta.sequence == sequence;
    }

    public boolean holds(final EntryMeta value) {
        return bodyPosition != 0 && bodyMeta.sameValue(value);
    }
}
