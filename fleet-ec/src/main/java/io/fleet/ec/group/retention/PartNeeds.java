package io.fleet.ec.group.retention;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.ec.consensus.proposal.Proposer;
import io.fleet.ec.dissemination.store.PartHistory;
import io.fleet.ec.dissemination.store.PartRetention;
import io.fleet.ec.group.decision.Applier;
import io.fleet.ec.group.rejoin.MissingParts;
import io.fleet.ec.group.repair.PartRebuilder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Which parts a node needs, and what it knows of the entries of parts that come. An entry of a slot may be decided
 * again below a window above it, and nowhere higher; so it is needed until f + 1 snapshots cover all of that, and as
 * long as the state refers to it.
 */
public final class PartNeeds implements PartHistory, PartRetention {
    private final SlotConsensus consensus;
    private final Proposer proposer;
    private final PartRebuilder rebuilder;
    private final Applier applier;
    private final MemberSnapshots cover;
    private final MissingParts missing;
    private final Consumer<EntryId> onLetGo;
    private final int copies;
    private final int window;
    private PartReferences references = id -> false;
    private BooleanSupplier isMarked = () -> false;

    public PartNeeds(final SlotConsensus consensus, final Proposer proposer, final PartRebuilder rebuilder,
                     final Applier applier,
                     final MemberSnapshots cover, final MissingParts missing, final Consumer<EntryId> onLetGo,
                     final SlotConsensusConfig config) {
        this.consensus = consensus;
        this.proposer = proposer;
        this.rebuilder = rebuilder;
        this.applier = applier;
        this.cover = cover;
        this.missing = missing;
        this.onLetGo = onLetGo;
        copies = config.quorums().faults() + 1;
        window = config.window();
    }

    public void references(final PartReferences newReferences) {
        references = newReferences;
    }

    /** {@code newIsMarked} says whether parts that were found at the start know of all decisions that were. */
    public void marking(final BooleanSupplier newIsMarked) {
        isMarked = newIsMarked;
    }

    /** Up to where this node can say that a value which it does not have is not needed; 0 when it may be. */
    public long goneUpTo(final EntryId id) {
        return cover.own() == 0 || references.isReferenced(id) || rebuilder.isWaitingFor(id) ? 0 : cover.own();
    }

    @Override
    public long decidedSlot(final EntryId id) {
        return proposer.decidedSlot(id);
    }

    @Override
    public long referredUpTo(final EntryId id) {
        final long wanted = rebuilder.slotOf(id);
        return wanted > 0 ? wanted : references.isReferenced(id) ? Math.max(1, applier.applied()) : 0;
    }

    @Override
    public long settled() {
        return consensus.settled();
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
        rebuilder.drop(id);
        missing.onLetGo(id);
        onLetGo.accept(id);
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
