package io.fleet.scattered.leader;

import io.fleet.consensus.common.FullDiskReports;
import io.fleet.consensus.common.SeenEntries;
import io.fleet.consensus.common.SeenEntries.Verdict;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.session.CommandCursor;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.collections.LongArrayQueue;

/**
 * What a leader takes in at its ballot: entries that were meant for it, once each, in the order in which their bodies
 * were complete; and what it refuses, of which no later copy is ever ordered (S13).
 */
final class EntryAdmission {
    private static final CoverageMark LATE_COPY = CoverageMark.named("entry-intake.late-copy-dropped");
    private static final CoverageMark NO_ROOM = CoverageMark.named("entry-intake.refused-for-want-of-room");
    private static final CoverageMark DISK_FULL = CoverageMark.named("entry-intake.refused-since-the-disk-is-full");
    private static final CoverageMark OTHERS_FULL = CoverageMark
        .named("entry-intake.refused-since-too-many-disks-are-full");
    private static final CoverageMark BODY_GONE = CoverageMark.named("entry-intake.body-gone-before-its-turn");
    private static final int ENTRY_OVERHEAD = 64;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final SeenEntries seen = new SeenEntries();
    private final LongArrayQueue ready = new LongArrayQueue(0L);
    private final RejectEntry reject = new RejectEntry();
    private final CreditControl credits;
    private final int maxEntryBytes;
    private final FullDiskReports fullDisks;
    /** The members whose disks were found full last. */
    private long full;
    private long ballot;

    EntryAdmission(final GroupContext context, final PendingBodies bodies, final FullDiskReports fullDisks) {
        this.context = context;
        this.fullDisks = fullDisks;
        this.bodies = bodies;
        credits = new CreditControl(context.config());
        maxEntryBytes = Math.max(context.config().maxBatchBytes(), context.config().maxCommandBytes()) + ENTRY_OVERHEAD;
    }

    /** Begins empty: entries name the ballot that they are meant for. */
    void begin(final long newBallot, final long nowNs) {
        ballot = newBallot;
        bodies.takeWanted();
        credits.begin(nowNs);
        seen.clear();
        ready.clear();
    }

    /** What was not ordered stays with the batchers, which send it to the next leader. */
    void end() {
        ready.clear();
    }

    /** What clients may have without an answer. */
    CreditControl credits() {
        return credits;
    }

    /** How many batchers are known. */
    int batchers() {
        return seen.batchers();
    }

    /** A whole body that was meant for this ballot. */
    void onBody(final PendingBody body, final long nowNs) {
        final Verdict verdict = seen.add(body.batcherId, body.sequence, nowNs);
        if (verdict == Verdict.NO_ROOM) {
            NO_ROOM.hit();
            refuse(body, RejectEntry.OVERLOADED);
        } else if (verdict != Verdict.NEW) {
            LATE_COPY.hit();
            bodies.drop(body);
        } else if (body.length > maxEntryBytes) {
            refuse(body, RejectEntry.TOO_LARGE);
        } else if (!CommandCursor.isWellFormed(body.buffer, 0, body.length)) {
            refuse(body, RejectEntry.MALFORMED);
        } else if (lacksSpace(nowNs)) {
            DISK_FULL.hit();
            refuse(body, RejectEntry.DISK_FULL);
        } else {
            credits.onBody(bodies.takeWanted(), nowNs);
            ready.addLong(body.batcherId);
            ready.addLong(body.sequence);
        }
    }

    /**
     * There was no room for a body that was meant for this ballot, or nobody has the rest of it: say so, and never
     * order a later copy (S13).
     */
    void onNoRoom(final long batcherId, final long sequence, final long nowNs) {
        final Verdict verdict = seen.add(batcherId, sequence, nowNs);
        if (verdict == Verdict.NEW || verdict == Verdict.NO_ROOM) {
            NO_ROOM.hit();
            sendReject(batcherId, sequence, RejectEntry.OVERLOADED);
        }
    }

    /** Whether what is ordered now would wait for space: here, or on so many others that it could not be chosen. */
    private boolean lacksSpace(final long nowNs) {
        final int self = context.indexOf(context.self());
        if (context.entryLog().isFull() && self >= 0) {
            fullDisks.hear(self, context.self(), FullDiskReports.printable(context.entryLog().fullDisk()), nowNs);
            full = fullDisks.set(context.members(), nowNs);
            return true;
        }
        full = fullDisks.set(context.members(), nowNs) & ~(1L << self);
        if (full != 0 && !context.quorum().isWriteQuorum(~full)) {
            OTHERS_FULL.hit();
            return true;
        }
        return false;
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /** Takes out the next entry; null when its body is gone, or has an LSN already. */
    PendingBody poll() {
        final PendingBody body = bodies.get(ready.pollLong(), ready.pollLong());
        if (body != null && body.complete && body.lsn == 0) {
            return body;
        }
        BODY_GONE.hit();
        credits.onGone();
        return null;
    }

    private void refuse(final PendingBody body, final int reason) {
        final long batcherId = body.batcherId;
        final long sequence = body.sequence;
        bodies.drop(body);
        sendReject(batcherId, sequence, reason);
    }

    private void sendReject(final long batcherId, final long sequence, final int reason) {
        context.counters().rejects.increment();
        reject.batcherId = batcherId;
        reject.sequence = sequence;
        reject.ballot = ballot;
        reject.reason = reason;
        reject.text = reason == RejectEntry.DISK_FULL ? fullDisks.text(full, RejectEntry.MAX_TEXT) : "";
        context.outbound().sendToBatcher(batcherId, reject);
    }
}
