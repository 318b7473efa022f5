package io.fleet.scattered.learner;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Where a group has witnesses, and other members than before are to execute: nobody records the entry of that
 * configuration before enough of those hold everything below it. Who has not recorded it acts on the one before, so
 * whoever acts on it shows that they did (G8, G9). Without this a member that holds what nobody else can execute could
 * go, as a quorum of those who stay may have a witness in it. Where all members execute, each that acts on a
 * configuration holds all before it, and a quorum of them is enough.
 *
 * <p>Nothing is ordered above a configuration until a leader was elected in it, so nothing waits but that.
 */
public final class ReachGate {
    private static final CoverageMark CLOSED = CoverageMark.named("reach-gate.waits-for-those-who-execute");
    private static final CoverageMark PROVEN = CoverageMark.named("reach-gate.another-acts-on-it");
    private static final CoverageMark HELD = CoverageMark.named("reach-gate.enough-hold-all-before");

    private final GroupContext context;
    private final Membership membership;
    private final Learner learner;
    private final Copies cover;
    private final ChosenEntry entry = new ChosenEntry();
    /** Up to where the chosen may be recorded. */
    private long upTo;
    /** Up to where somebody who was asked has recorded. */
    private long actedOn;
    /** The entry that was found closed last, and whether this node has told that it holds all before. */
    private long closed;
    private boolean isTold;

    /** Who holds what alone, as far as was heard. */
    public interface Copies {
        /** Whether of those that vote and execute in a configuration enough hold the log up to an LSN. */
        boolean isHeld(Configuration next, long upTo, long nowNs);

        /** Whether this replica does; if so it tells the others at once. */
        boolean tellHolding(long upTo);
    }

    public ReachGate(final GroupContext context, final Learner learner, final Copies cover) {
        this.context = context;
        this.learner = learner;
        this.cover = cover;
        membership = context.membership();
        upTo = context.progress().recorded();
    }

    /** Up to where what is chosen may be recorded. */
    public long upTo() {
        return Math.max(upTo, context.progress().recorded());
    }

    /** Somebody who was asked has recorded everything up to an LSN, or acts on the configuration of it. */
    public void onActedOn(final long lsn) {
        actedOn = Math.max(actedOn, lsn);
    }

    /** Looks at what has been chosen since the last duty cycle. */
    public void doWork(final ChosenEntries chosen, final long nowNs) {
        final long end = learner.chosen();
        if (!membership.roles().hasWitnesses()) {
            upTo = Long.MAX_VALUE;
            return;
        }
        upTo = upTo == Long.MAX_VALUE ? context.progress().recorded() : upTo();
        while (upTo < end && mayRecord(upTo + 1, chosen, nowNs)) {
            upTo++;
        }
    }

    private boolean mayRecord(final long lsn, final ChosenEntries chosen, final long nowNs) {
        final LearnerSlot slot = learner.slotOf(lsn);
        if (slot != null && !slot.meta.isConfiguration()) {
            return true;
        }
        if (lsn <= actedOn) {
            PROVEN.hit();
            return true;
        }
        if (context.progress().recorded() < lsn - 1 || isAnotherPending() || !chosen.read(lsn, entry)) {
            return false;
        }
        final Configuration next =
            ConfigurationCodec.require(entry.body, entry.offset, entry.meta.length, lsn);
        if (!changesCopies(next)) {
            return true;
        }
        if (cover.isHeld(next, lsn - 1, nowNs)) {
            HELD.hit();
            return true;
        }
        CLOSED.hit();
        isTold = isTold && closed == lsn || cover.tellHolding(lsn - 1);
        closed = lsn;
        return false;
    }

    /** Whether the configuration before is not acted on yet, so that this node does not know who tells it what. */
    private boolean isAnotherPending() {
        return context.progress().recordedConfiguration().version() > membership.version();
    }

    private boolean changesCopies(final Configuration next) {
        final Configuration before = membership.current();
        return (next.witnesses() | before.witnesses()) != 0 && !next.fullMembers().equals(before.fullMembers());
    }
}
