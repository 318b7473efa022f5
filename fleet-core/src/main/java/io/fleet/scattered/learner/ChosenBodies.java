package io.fleet.scattered.learner;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.AcceptorSlot;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.ExpandableArrayBuffer;

/**
 * Chosen entries with their bodies, from wherever those are: what a restarted node has still to apply ({@link Replay}),
 * memory, or the scattered log (S6).
 */
public final class ChosenBodies implements ChosenEntries {
    private static final CoverageMark READ_BACK = CoverageMark.named("chosen-bodies.read-back-to-apply");
    private static final CoverageMark KEEPS_BODY = CoverageMark
        .named("chosen-bodies.kept-while-the-node-does-not-vote");

    private static final CoverageMark LENT = CoverageMark.named("chosen-bodies.body-lent-to-another-thread");

    private final GroupContext context;
    private final PendingBodies bodies;
    private final Acceptor storage;
    private final Learner learner;
    private final Replay replay;
    private final VoteGuard voting;
    private ExpandableArrayBuffer fromLog = new ExpandableArrayBuffer();

    public ChosenBodies(final GroupContext context, final PendingBodies bodies, final Acceptor storage,
                        final Learner learner, final Replay replay, final VoteGuard voting) {
        this.context = context;
        this.bodies = bodies;
        this.storage = storage;
        this.learner = learner;
        this.replay = replay;
        this.voting = voting;
    }

    @Override
    public long chosen() {
        return learner.chosen();
    }

    @Override
    public long released() {
        return context.config().leases().atReplicas() ? learner.released() : Long.MAX_VALUE;
    }

    @Override
    public boolean read(final long lsn, final ChosenEntry into) {
        if (lsn <= replay.end()) {
            return replay.read(lsn, into);
        }
        final LearnerSlot slot = learner.slotOf(lsn);
        if (slot == null || !slot.chosen) {
            return false;
        }
        into.meta.set(slot.meta);
        into.replier = slot.replier;
        into.offset = 0;
        if (slot.meta.isNoOp()) {
            into.body = fromLog;
            return true;
        }
        final PendingBody body = bodies.held(slot.meta);
        if (body != null) {
            bodies.pin(lsn, slot.meta, context.progress().recorded(), body.arrivalNs);
            into.body = body.buffer;
            return true;
        }
        final AcceptorSlot stored = storage.slotOf(lsn);
        if (stored == null || !stored.holds(slot.meta)) {
            into.body = fromLog;
            return isUnneeded(lsn, slot);
        }
        READ_BACK.hit();
        context.entryLog().readBody(stored.bodyPosition, slot.meta, fromLog);
        into.body = fromLog;
        return true;
    }

    /** What is read back from a disk is no use before its turn. */
    @Override
    public boolean readOrdered(final long lsn, final ChosenEntry into) {
        final LearnerSlot slot = lsn <= replay.end() ? null : learner.slotOf(lsn);
        if (slot == null || !slot.hasValue) {
            return false;
        }
        final PendingBody body = slot.meta.isNoOp() ? null : bodies.held(slot.meta);
        if (body == null && !slot.meta.isNoOp()) {
            return false;
        }
        into.meta.set(slot.meta);
        into.replier = slot.replier;
        into.body = body == null ? fromLog : body.buffer;
        into.offset = 0;
        return true;
    }

    @Override
    public void lend(final ChosenEntry entry) {
        if (entry.body == fromLog) {
            fromLog = new ExpandableArrayBuffer();
        } else if (!replay.lend(entry)) {
            LENT.hit();
            bodies.lend(entry.meta);
        }
    }

    @Override
    public boolean isCrowded() {
        return bodies.isCrowded();
    }

    @Override
    public long bodyPosition(final long lsn) {
        final LearnerSlot slot = learner.slotOf(lsn);
        final long position = slot == null ? NOT_STORED : storage.bodyPosition(lsn, slot.meta);
        return position == NOT_STORED && isElsewhere(lsn) ? ELSEWHERE : position;
    }

    /**
     * Whether others hold the body of a chosen entry, as many as there must be. A node that does not vote may be one of
     * those that did, and have lost it: it keeps every body that it comes by (S15).
     */
    private boolean isElsewhere(final long lsn) {
        if (!learner.isSpared(lsn, context.indexOf(context.self()))) {
            return false;
        }
        if (!voting.counts()) {
            KEEPS_BODY.hit();
            return false;
        }
        return true;
    }

    /** Whether this is a witness, executes nothing, and leaves the body of an entry to others. */
    private boolean isUnneeded(final long lsn, final LearnerSlot slot) {
        return context.progress().isWitness() && !slot.meta.isConfiguration() && isElsewhere(lsn);
    }

    /** Whether an entry is known as chosen, and its body is here, or not needed here. */
    public boolean isReadable(final long lsn) {
        if (lsn <= replay.end()) {
            return true;
        }
        final LearnerSlot slot = learner.slotOf(lsn);
        if (slot == null || !slot.chosen) {
            return false;
        }
        final AcceptorSlot stored = storage.slotOf(lsn);
        return slot.meta.isNoOp() || bodies.held(slot.meta) != null || stored != null && stored.holds(slot.meta)
            || isUnneeded(lsn, slot);
    }

    /** Whether the next entry to apply is known, and its body is not here. */
    public boolean lacksNext() {
        final long next = context.progress().applied() + 1;
        return next <= replay.end() ? !replay.isHere(next) : next <= learner.chosen() && !isReadable(next);
    }
}
