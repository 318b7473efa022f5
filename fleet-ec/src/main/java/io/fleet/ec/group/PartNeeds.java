package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.proposal.Proposer;
import io.fleet.ec.dissemination.store.PartHistory;
import io.fleet.ec.dissemination.store.PartRetention;
import java.util.function.BooleanSupplier;

/**
 * Which parts a node needs, and what it knows of the entries of parts that come. An entry of a slot may be decided
 * again below a window above it, and nowhere higher; so it is needed until f + 1 snapshots cover all of that, and as
 * long as the state refers to it.
 */
final class PartNeeds implements PartHistory, PartRetention {
    private final SlotConsensus mec;
    private final Proposer proposer;
    private final Repairer repairer;
    private final Applier applier;
    private final CodedSnapshotCover cover;
    private final LackedParts lacked;
    private final CodedListener listener;
    private final int copies;
    private final int window;
    private PartReferences references = id -> false;
    private BooleanSupplier isMarked = () -> false;

    PartNeeds(final SlotConsensus mec, final Proposer proposer, final Repairer repairer, final Applier applier,
              final CodedSnapshotCover cover, final LackedParts lacked, final CodedListener listener, final int copies,
              final int window) {
        this.mec = mec;
        this.proposer = proposer;
        this.repairer = repairer;
        this.applier = applier;
        this.cover = cover;
        this.lacked = lacked;
        this.listener = listener;
        this.copies = copies;
        this.window = window;
    }

    void references(final PartReferences newReferences) {
        references = newReferences;
    }

    /** {@code newIsMarked} says whether parts that were found at the start know of all decisions that were. */
    void marking(final BooleanSupplier newIsMarked) {
        isMarked = newIsMarked;
    }

    /** Up to where this node can say that a value which it does not have is not needed; 0 when it may be. */
    long goneUpTo(final EntryId id) {
        return cover.own() == 0 || references.isReferenced(id) || repairer.isWaitingFor(id) ? 0 : cover.own();
    }

    @Override
    public long decidedSlot(final EntryId id) {
        return proposer.decidedSlot(id);
    }

    @Override
    public long referredUpTo(final EntryId id) {
        final long wanted = repairer.slotOf(id);
        return wanted > 0 ? wanted : references.isReferenced(id) ? Math.max(1, applier.applied()) : 0;
    }

    @Override
    public long settled() {
        return mec.settled();
    }

    @Override
    public long reliedFrom() {
        return proposer.knownFrom() - 1;
    }

    @Override
    public long marked() {
        return isMarked.getAsBoolean() ? applier.applied() : 0;
    }

    @Override
    public long releasedUpTo() {
        return cover.by(copies) - window;
    }

    @Override
    public boolean isReferenced(final EntryId id) {
        return references.isReferenced(id);
    }

    @Override
    public void onLetGo(final EntryId id) {
        repairer.drop(id);
        lacked.onLetGo(id);
        listener.onLetGo(id);
    }

    @Override
    public long applied() {
        return applier.applied();
    }

    @Override
    public long covered() {
        return cover.own();
    }
}
