package io.fleet.protocol.scattered;

import io.fleet.protocol.Ballot;
import io.fleet.protocol.message.AcceptedEntry;
import io.fleet.protocol.message.Prepare;
import io.fleet.protocol.message.Promise;
import io.fleet.protocol.message.StaleBallot;
import io.fleet.storage.mark.Mark;

/**
 * Answers candidates for the storage node (S1 to S3, F2): promises once, tells nothing before the promise and all that
 * was accepted under lower ballots is durable, then reports page by page every accepted value above what is chosen and
 * recorded here.
 */
final class PromiseResponder {
    private static final Mark REFUSED = Mark.named("promise-responder.prepare-refused");
    private static final Mark OVERTAKEN = Mark.named("promise-responder.higher-promise-before-answer");
    private static final Mark PAGE_FULL = Mark.named("promise-responder.page-full");

    private final GroupContext context;
    private final StorageNode storage;
    private final Promise promise = new Promise();
    private final StaleBallot refusal = new StaleBallot();
    private long pendingBallot;
    private long pendingFrom;

    PromiseResponder(final GroupContext context, final StorageNode storage) {
        this.context = context;
        this.storage = storage;
    }

    /** True when the candidate's ballot is promised now. */
    boolean onPrepare(final int sender, final Prepare prepare) {
        final boolean owner = Ballot.node(prepare.ballot) == sender;
        if (!owner || prepare.ballot < storage.promised()) {
            REFUSED.hit();
            context.counters().staleBallots.increment();
            refusal.refused = prepare.ballot;
            refusal.promised = storage.promised();
            context.outbound().send(sender, refusal);
            return false;
        }
        storage.promise(prepare.ballot);
        pendingBallot = prepare.ballot;
        pendingFrom = prepare.fromLsn;
        answer();
        return true;
    }

    int doWork() {
        return pendingBallot == Ballot.NONE ? 0 : answer();
    }

    private int answer() {
        if (pendingBallot != storage.promised()) {
            OVERTAKEN.hit();
            pendingBallot = Ballot.NONE;
            return 0;
        }
        if (!storage.isPromiseDurable(pendingBallot)) {
            return 0;
        }
        promise.ballot = pendingBallot;
        promise.fromLsn = pendingFrom;
        promise.chosen = storage.floor();
        promise.count = 0;
        promise.nextLsn = 0;
        for (long lsn = Math.max(pendingFrom, storage.floor() + 1); lsn <= storage.highest(); lsn++) {
            final StorageSlot slot = storage.slotOf(lsn);
            if (slot != null && slot.ballot != Ballot.NONE) {
                if (promise.count == Promise.MAX_ENTRIES) {
                    PAGE_FULL.hit();
                    promise.nextLsn = lsn;
                    break;
                }
                final AcceptedEntry entry = promise.next();
                entry.lsn = lsn;
                entry.ballot = slot.ballot;
                entry.meta.set(slot.meta);
                entry.storageGroup = slot.storageGroup;
            }
        }
        if (context.outbound().send(Ballot.node(pendingBallot), promise)) {
            pendingBallot = Ballot.NONE;
        }
        return 1;
    }
}
