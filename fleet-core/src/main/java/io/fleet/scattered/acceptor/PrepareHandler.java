package io.fleet.scattered.acceptor;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Answers candidates for the storage node (S1 to S3, F2): promises once, tells nothing before the promise and all that
 * was accepted under lower ballots is durable, then reports page by page every accepted value above what is chosen and
 * recorded here.
 */
public final class PrepareHandler {
    private static final CoverageMark SILENT = CoverageMark.named("standing.prepare-unanswered");
    private static final CoverageMark FORGOTTEN = CoverageMark.named("standing.promise-not-confirmed");
    private static final CoverageMark REFUSED = CoverageMark.named("promise-responder.prepare-refused");
    private static final CoverageMark OVERTAKEN = CoverageMark.named("promise-responder.higher-promise-before-answer");
    private static final CoverageMark PAGE_FULL = CoverageMark.named("promise-responder.page-full");

    private static final CoverageMark LATER_LIFE = CoverageMark
        .named("promise-responder.candidate-counts-a-former-life");
    private static final CoverageMark OWN_LIFE = CoverageMark
        .named("promise-responder.candidate-counts-another-life-of-this-node");

    private final GroupContext context;
    private final Acceptor storage;
    private final VoteGuard voting;
    private final LogClock clock;
    private final SettledBallot settled;
    private final Confirmation confirmation = new Confirmation();
    private final Promise promise = new Promise();
    private final StaleBallot refusal = new StaleBallot();
    private long pendingBallot;
    private long pendingFrom;

    public PrepareHandler(final GroupContext context, final Acceptor storage, final VoteGuard voting,
                          final LogClock clock, final SettledBallot settled) {
        this.context = context;
        this.storage = storage;
        this.voting = voting;
        this.clock = clock;
        this.settled = settled;
    }

    /** True when the candidate's ballot is promised now. */
    public boolean onPrepare(final int sender, final Prepare prepare) {
        if (!voting.counts()) {
            SILENT.hit();
            return false;
        }
        final boolean owner = Ballot.node(prepare.ballot) == sender
            && context.membership().roles().isFull(context.indexOf(sender));
        if (!owner || prepare.ballot < storage.promised()) {
            REFUSED.hit();
            refuse(sender, prepare.ballot);
            return false;
        }
        if (countsFormerLife(sender, prepare)) {
            return false;
        }
        storage.promise(prepare.ballot);
        storage.counted().onPromise(prepare);
        pendingBallot = prepare.ballot;
        pendingFrom = prepare.fromLsn;
        answer();
        return true;
    }

    /**
     * Whether a candidate would count a voter in a life that is former, as far as is known here (S15). Whoever has
     * answered the claim of a later one is in each read quorum, so nobody is elected who counts another. The candidate
     * is told.
     */
    private boolean countsFormerLife(final int sender, final Prepare prepare) {
        for (int slot = 0; slot < context.slots(); slot++) {
            if (!context.membership().isVoter(slot)) {
                continue;
            }
            final int node = context.members()[slot];
            final int counted = slot < prepare.count ? prepare.numbers[slot] : 0;
            final boolean isOwn = node == context.self();
            if (isOwn ? counted != context.heardNumber(node) : counted < context.leastNumber(node)) {
                (isOwn ? OWN_LIFE : LATER_LIFE).hit();
                context.lives().tellOne(sender, node);
                return true;
            }
        }
        return false;
    }

    /**
     * A candidate asks whether its promise still stands. Only a node that has lost nothing since it promised says so;
     * nothing is promised here (S15).
     */
    public void onConfirm(final int sender, final Confirm confirm, final long nowNs) {
        if (!voting.counts() || Ballot.node(confirm.ballot) != sender) {
            return;
        }
        if (storage.promised() > confirm.ballot) {
            refuse(sender, confirm.ballot);
        } else if (storage.promised() == confirm.ballot && storage.isPromiseDurable(confirm.ballot)) {
            confirmation.ballot = confirm.ballot;
            confirmation.voterId = context.standing().voterId();
            confirmation.clockMillis = storage.clockMillis();
            confirmation.risenMillisAgo = clock.risenMillisAgo(nowNs);
            context.outbound().send(sender, confirmation);
        } else {
            FORGOTTEN.hit();
        }
    }

    private void refuse(final int sender, final long ballot) {
        context.counters().staleBallots.increment();
        refusal.refused = ballot;
        refusal.promised = storage.promised();
        context.outbound().send(sender, refusal);
    }

    /** Whether no candidate waits for an answer. */
    public boolean isAtRest() {
        return pendingBallot == Ballot.NONE;
    }

    public int doWork() {
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
        promise.voterId = context.standing().voterId();
        promise.settled = settled.durable();
        promise.slots = context.tellNumbers(promise.numbers);
        promise.count = 0;
        promise.nextLsn = 0;
        for (long lsn = Math.max(pendingFrom, storage.floor() + 1); lsn <= storage.highest(); lsn++) {
            final AcceptorSlot slot = storage.slotOf(lsn);
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
