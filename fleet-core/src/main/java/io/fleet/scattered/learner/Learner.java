package io.fleet.scattered.learner;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Finds out what is chosen (S6, F7, M3): one write quorum durable for the same LSN and ballot, or learnt as chosen
 * from elsewhere. Every replica does so for itself. What was merely ordered is kept for its ballot only, and never
 * counts as learnt.
 */
public final class Learner {
    private static final CoverageMark STALE_ORDER = CoverageMark.named("learner.stale-order-ignored");
    private static final CoverageMark BEYOND_WINDOW = CoverageMark.named("learner.beyond-window");
    private static final CoverageMark FORGOTTEN = CoverageMark.named("learner.value-of-a-lower-ballot-forgotten");
    private static final CoverageMark OLD_VALUE = CoverageMark.named("learner.old-value-of-a-chosen-lsn");
    private static final CoverageMark ON_LEADERS_WORD = CoverageMark.named("learner.chosen-on-the-leaders-word");

    private static final CoverageMark NOT_CHOSEN = CoverageMark.named("learner.released-beyond-what-is-known-chosen");

    private final GroupContext context;
    private final LearnerRing ring;
    private final long[] acked;
    private long ballot;
    private long leaderChosen;
    private long chosen;
    private long released;
    private long told;
    private long known;
    private long ordered;
    private long configuration;
    /** Values above it are kept, though they may be recorded. */
    private long retained = Long.MAX_VALUE;

    public Learner(final GroupContext context) {
        this.context = context;
        ring = new LearnerRing(context.capacity());
        acked = new long[Configuration.SLOTS];
        chosen = context.progress().recorded();
        known = chosen;
        ordered = chosen;
    }

    /** The LSN up to which everything is known chosen here, with its value. */
    public long chosen() {
        return chosen;
    }

    /** The LSN up to which everything is known to be chosen somewhere. */
    public long known() {
        return known;
    }

    /** The highest LSN known to be ordered at this ballot, or chosen: what an old one ordered beyond may be gone. */
    public long ordered() {
        return Math.max(ordered, chosen);
    }

    /** Up to where answers may show what was applied, as far as this node knows (L8). */
    public long released() {
        return released;
    }

    /**
     * A leader has released everything up to an LSN: that stays so, whoever leads. As far as it is not known here to be
     * chosen it is not believed, and heard of again with the next heartbeat.
     */
    public void noteReleased(final long upTo) {
        released = Math.max(released, Math.min(upTo, known));
        if (released < upTo) {
            NOT_CHOSEN.hit();
        }
    }

    /** Up to where this node, which leads, has told all others that answers may show what was applied. */
    public long told() {
        return told;
    }

    /** All others have been told that everything up to an LSN is released. */
    public void noteTold(final long upTo) {
        told = Math.max(told, upTo);
    }

    /** The ballot whose orders and acknowledgements are counted. */
    public long ballot() {
        return ballot;
    }

    /** The slot of an LSN above what is recorded, or null when nothing was heard of it. */
    public LearnerSlot slotOf(final long lsn) {
        final LearnerSlot slot = ring.at(lsn);
        return slot.lsn == lsn && lsn > context.progress().recorded() ? slot : null;
    }

    /** Whether the value that the current ballot proposes for an LSN is known here. */
    boolean hasOrder(final long lsn) {
        final LearnerSlot slot = slotOf(lsn);
        return slot != null && slot.hasValue && (slot.chosen || slot.ballot == ballot);
    }

    /**
     * Whether an LSN may be chosen with another value than the given one: it is known to be, or it is chosen and its
     * value is not known here, because another LSN has its place in the ring by now, or because a snapshot carried
     * this replica over it, whatever had been ordered there (S6).
     */
    public boolean contradicts(final long lsn, final EntryMeta meta) {
        final LearnerSlot slot = ring.at(lsn);
        if (slot.lsn != lsn || !slot.chosen) {
            return lsn <= chosen;
        }
        return !slot.meta.sameValue(meta);
    }

    /**
     * Whether an LSN was decided at a ballot that asked others to persist it and, as far as was heard, not a member.
     * What was learnt from elsewhere counts as such only where its sender left the body to others, too.
     */
    public boolean isSpared(final long lsn, final int member) {
        final LearnerSlot slot = slotOf(lsn);
        return slot != null && slot.chosen && !OrderEntry.isNamed(slot.writers, member);
    }

    /**
     * A leader compares what is chosen above an LSN with what it proposes ({@link #contradicts}): values above it are
     * kept, as far as the window goes, though they may be recorded; {@link Long#MAX_VALUE} where nobody does.
     */
    public void retain(final long above) {
        retained = above;
    }

    /** Forgets the body of a recorded LSN. */
    public void release(final long lsn, final PendingBodies bodies) {
        final LearnerSlot slot = ring.at(lsn);
        if (slot.lsn == lsn) {
            bodies.release(lsn, slot.meta);
        }
    }

    public boolean isChosen(final long lsn) {
        if (lsn <= chosen) {
            return true;
        }
        final LearnerSlot slot = slotOf(lsn);
        return slot != null && slot.chosen;
    }

    /** The replica has recorded everything up to an LSN, some of it perhaps from a snapshot and never learnt here. */
    public void onRecorded(final long upTo) {
        if (upTo > chosen) {
            chosen = upTo;
            advance();
        }
    }

    /** The highest LSN up to {@link #chosen()} at which a configuration was seen here to be chosen (S14). */
    public long configuration() {
        return configuration;
    }

    /**
     * Acts on another configuration: what was counted above it was counted by the quorums of another one, and is
     * forgotten, except for what is chosen (S14).
     */
    public void onConfiguration() {
        ring.forgetUnchosen(context.membership().version());
        java.util.Arrays.fill(acked, context.progress().recorded());
    }

    /** Someone knows that everything up to an LSN is chosen. */
    public void noteKnown(final long upTo) {
        known = Math.max(known, upTo);
    }

    public void onOrder(final Order order) {
        if (order.ballot < ballot) {
            STALE_ORDER.hit();
            return;
        }
        if (order.ballot > ballot) {
            ballot = order.ballot;
            leaderChosen = 0;
            ordered = order.base;
            java.util.Arrays.fill(acked, order.base);
        }
        leaderChosen = Math.max(leaderChosen, order.chosen);
        noteKnown(order.chosen);
        ordered = Math.max(ordered, order.highest);
        for (int i = 0; i < order.count; i++) {
            onOrderEntry(order.entries[i]);
        }
        advance();
        if (context.config().leases().atReplicas()) {
            noteReleased(order.released);
        }
    }

    /**
     * Who has acknowledged all that the ballot that is followed proposes, up to an LSN.
     *
     * @return a set of slots.
     */
    public long acknowledged(final long upTo) {
        long set = 0;
        for (int i = 0; i < context.slots(); i++) {
            set |= acked[i] >= upTo ? 1L << i : 0;
        }
        return set;
    }

    /** A member asks to be repaired: what it has acknowledged may have gone with its disk (S15). */
    public void onRejoin(final int member) {
        acked[member] = 0;
    }

    public void onAck(final int member, final Ack ack) {
        if (ack.ballot != ballot) {
            return;
        }
        final long limit = context.progress().recorded() + context.capacity();
        final long upTo = Math.min(ack.cumulative, limit);
        for (long lsn = Math.max(acked[member], context.progress().recorded()) + 1; lsn <= upTo; lsn++) {
            acknowledge(member, lsn);
        }
        acked[member] = Math.max(acked[member], upTo);
        for (int i = 0; i < ack.count; i++) {
            final long last = Math.min(ack.to[i], limit);
            for (long lsn = Math.max(ack.from[i], context.progress().recorded() + 1); lsn <= last; lsn++) {
                acknowledge(member, lsn);
            }
        }
        advance();
    }

    /** An entry was learnt as chosen from a replica that had it so. */
    public boolean learn(final long lsn, final EntryMeta meta) {
        return learn(lsn, meta, OrderEntry.EVERYONE);
    }

    /** The same, of an entry whose body a member leaves to others, as the sender has. */
    boolean learnWithoutBody(final long lsn, final EntryMeta meta, final int member) {
        return learn(lsn, meta, context.everyone() & ~(1L << member));
    }

    private boolean learn(final long lsn, final EntryMeta meta, final long writers) {
        if (!fits(lsn)) {
            return false;
        }
        final LearnerSlot slot = slot(lsn);
        if (slot.chosen) {
            requireSame(slot, meta, "is chosen twice");
            return true;
        }
        if (!slot.hasValue || !slot.meta.sameValue(meta)) {
            slot.replier = OrderEntry.NO_REPLIER;
        }
        slot.decidedBallot = 0;
        slot.writers = writers;
        slot.meta.set(meta);
        slot.hasValue = true;
        slot.chosen = true;
        advance();
        return true;
    }

    private void onOrderEntry(final OrderEntry entry) {
        if (!fits(entry.lsn)) {
            if (entry.lsn > context.progress().recorded()) {
                BEYOND_WINDOW.hit();
            }
            return;
        }
        final LearnerSlot slot = slot(entry.lsn);
        if (slot.chosen) {
            onOrderOfChosen(slot, entry);
            return;
        }
        if (slot.ballot != ballot) {
            if (slot.hasValue) {
                FORGOTTEN.hit();
            }
            slot.ballot = ballot;
            slot.acks = 0;
            slot.hasValue = false;
        }
        if (slot.hasValue) {
            requireSame(slot, entry.meta, "is ordered twice at one ballot");
            slot.widen(entry.writers);
            return;
        }
        slot.hasValue = true;
        slot.meta.set(entry.meta);
        slot.storageGroup = entry.storageGroup;
        slot.replier = entry.replier;
        slot.writers = entry.writers;
        decide(slot);
    }

    /**
     * Only an order above the ballot that decided must carry the decided value; an older one may be of a dead leader.
     */
    private void onOrderOfChosen(final LearnerSlot slot, final OrderEntry entry) {
        if (slot.decidedBallot != 0 && ballot > slot.decidedBallot) {
            requireSame(slot, entry.meta, "was chosen and is now ordered with another value");
        }
        if (slot.meta.sameValue(entry.meta)) {
            slot.replier = entry.replier;
            slot.widen(entry.writers);
        } else {
            OLD_VALUE.hit();
        }
    }

    private void acknowledge(final int member, final long lsn) {
        final LearnerSlot slot = slot(lsn);
        if (slot.chosen) {
            return;
        }
        if (slot.ballot != ballot) {
            slot.ballot = ballot;
            slot.acks = 0;
            slot.hasValue = false;
        }
        slot.acks |= 1L << member;
        decide(slot);
    }

    private void decide(final LearnerSlot slot) {
        if (slot.hasValue && context.quorum().isWriteQuorum(slot.acks)) {
            slot.chosen = true;
            slot.decidedBallot = slot.ballot;
        }
    }

    private void advance() {
        LearnerSlot slot = ring.at(chosen + 1);
        while (slot.lsn == chosen + 1 && fits(slot.lsn)
            && (slot.chosen || slot.hasValue && slot.ballot == ballot && slot.lsn <= leaderChosen)) {
            if (!slot.chosen) {
                ON_LEADERS_WORD.hit();
                slot.chosen = true;
                slot.decidedBallot = 0;
            }
            chosen++;
            if (slot.meta.isConfiguration()) {
                configuration = chosen;
            }
            slot = ring.at(chosen + 1);
        }
        known = Math.max(known, chosen);
    }

    private boolean fits(final long lsn) {
        final long recorded = context.progress().recorded();
        return lsn > recorded && lsn <= recorded + context.capacity();
    }

    private LearnerSlot slot(final long lsn) {
        return ring.take(lsn, Math.min(retained, context.progress().recorded()));
    }

    private void requireSame(final LearnerSlot slot, final EntryMeta meta, final String what) {
        if (!slot.meta.sameValue(meta)) {
            throw new IllegalStateException("agreement is broken: LSN " + slot.lsn + " " + what + ": " + slot.meta
                + " and " + meta
                + " (ballot " + Ballot.format(ballot) + "); the node stops rather than diverge");
        }
    }
}
