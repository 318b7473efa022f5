package io.fleet.ec.group.rejoin;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.proposal.Proposer;
import io.fleet.ec.dissemination.Spreader;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.store.FormerParts;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.group.repair.PartRebuilder;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.Predicate;

/**
 * What a node that has lost parts must hold again, before it counts as one that has them (rules S15, R6): of what is
 * not known to be decided, what the others list. {@link CodedRejoin} asks them, and knows how far slots must have come.
 */
public final class MissingParts {
    private static final CoverageMark SAID = CoverageMark.named("coded-rejoin.part-said-to-be-of-an-earlier-time");
    private static final CoverageMark UNDECIDED = CoverageMark.named("coded-rejoin.part-of-an-undecided-entry-missing");

    private final int mostListed;
    private final int leastHolders;
    private final int dataShards;
    private final PartStore store;
    private final Proposer proposer;
    private final Spreader spreader;
    private final PartRebuilder rebuilder;
    private final SpreadCounters counters;
    private Predicate<EntryId> references = id -> false;
    /** Null while nothing is lacking. */
    private ReportedParts listed;
    private int checked;

    public MissingParts(final Quorums quorums, final int mostListed, final int dataShards, final PartStore store,
                        final Proposer proposer, final Spreader spreader, final PartRebuilder rebuilder,
                        final SpreadCounters counters) {
        this.mostListed = mostListed;
        leastHolders = quorums.nodes() - 2 * quorums.faults();
        this.dataShards = dataShards;
        this.store = store;
        this.proposer = proposer;
        this.spreader = spreader;
        this.rebuilder = rebuilder;
        this.counters = counters;
    }

    /** {@code newReferences} says which entries the state refers to. */
    public void references(final Predicate<EntryId> newReferences) {
        references = newReferences;
    }

    /** Nothing is listed yet, or what was listed counts no longer. */
    void begin() {
        listed = new ReportedParts(mostListed, leastHolders);
        checked = 0;
    }

    /** The node counts as one that holds all its parts. */
    void end() {
        listed = null;
    }

    /** A member lists an entry; false when there is no room to note it. */
    boolean add(final int member, final EntryId id) {
        return listed.add(member, id);
    }

    /** This node lets go of a part, as nobody needs it, or only those of an earlier time that the entry was written. */
    public void onLetGo(final EntryId id) {
        if (listed != null && !isOfEarlierTime(id)) {
            listed.drop(id);
        }
    }

    /** What was wanted of entries that are not decided is asked for no more. */
    void forgetUndecided() {
        rebuilder.forgetUndecided();
    }

    /** Whether this node holds, or needs no longer, all that was listed; asks for what it does not hold. */
    boolean areHeld() {
        return !rebuilder.isBusy() && holdsListed();
    }

    private boolean holdsListed() {
        while (checked < listed.size()) {
            final EntryId id = listed.get(checked);
            if (listed.isNeeded(checked) && !holds(id)) {
                if (rebuilder.want(id, 0)) {
                    UNDECIDED.hit();
                }
                return false;
            }
            checked++;
        }
        return true;
    }

    /**
     * What was found as a part of a decided entry is of another time that it was written, if it is listed now: its
     * newest record is lost. It counts for nothing, and comes again as one of an undecided entry (R6).
     */
    private boolean holds(final EntryId id) {
        if (isOfEarlierTime(id)) {
            SAID.hit();
            store.forget(id);
        }
        return store.holds(id);
    }

    private boolean isOfEarlierTime(final EntryId id) {
        return store.decidedUpTo(id) > 0 && proposer.decidedSlot(id) == 0 && !references.test(id);
    }

    /** Parts of former lives of this node that are of no use go. */
    void letGoOfFormer() {
        FormerParts.letGo(store, counters, this::isOfUse);
    }

    /** With fewer than k parts an entry was never announced, or is lost; unless it is spread or wanted now. */
    private boolean isOfUse(final EntryId id) {
        return listed.holders(id) >= dataShards - 1 || references.test(id) || proposer.decidedSlot(id) != 0
            || rebuilder.isWaitingFor(id) || spreader.isSpreading(id);
    }

    /** Whether any entry is proposed, or announced as ready. */
    boolean isAnyEntryKnown() {
        return proposer.candidates() > 0;
    }
}
