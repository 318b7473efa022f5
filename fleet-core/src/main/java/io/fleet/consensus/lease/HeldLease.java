package io.fleet.consensus.lease;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.storage.coverage.CoverageMark;

/**
 * What a replica holds of the leader's lease (L9, L11): asks for it again and again, counts it from before it asked,
 * for the time that was granted less twice the bound of drift, and tells the leader what it applies meanwhile. One
 * thread.
 */
public final class HeldLease {
    private static final CoverageMark STALE = CoverageMark.named("held-lease.answer-that-does-not-count");
    private static final CoverageMark DROPPED = CoverageMark.named("held-lease.dropped-as-the-clock-stood-still");
    private static final CoverageMark GIVEN_BACK = CoverageMark.named("held-lease.given-back");
    private static final CoverageMark TOLD_AGAIN = CoverageMark.named("held-lease.told-again");
    /** Answers to older questions than so many are not counted. */
    private static final int ROUNDS = 16;
    /** A lease is asked for so many times while it lasts. */
    private static final int RENEWALS = 4;

    private enum State {
        /** Nothing was asked for at this ballot, or all that was asked for is given back for long. */
        IDLE,
        /** It asks again and again. */
        ASKING,
        /** It has given back what it may hold; the leader may not have heard so. */
        GIVING_BACK
    }

    private final LeaseConfig config;
    private final Outbound outbound;
    private final LeaseCounters counters;
    private final long start;
    private final SubLeaseRequest request = new SubLeaseRequest();
    private final long[] sentNs = new long[ROUNDS];
    private final long intervalNs;
    private final long resendNs;
    private State state = State.IDLE;
    private long ballot;
    private long round;
    private long firstRound = 1;
    private long nextAskNs;
    private boolean isHeld;
    private long heldRound;
    private long untilNs;
    private long floor;
    private long told;
    private long toldNs;
    /** When whatever was lent is over even if the leader has not heard that it was given back. */
    private long owesUntilNs;

    /**
     * Creates it when the node starts.
     *
     * @param config   how long leases are.
     * @param outbound where questions go.
     * @param counters what is counted.
     * @param start    another number at each start of the node.
     * @param resendNs after how long something is told again that may have been lost.
     */
    public HeldLease(final LeaseConfig config, final Outbound outbound, final LeaseCounters counters,
                     final long start, final long resendNs) {
        this.config = config;
        this.outbound = outbound;
        this.counters = counters;
        this.start = start;
        this.resendNs = resendNs;
        intervalNs = Math.max(1, config.countedNs(config.countedNs()) / RENEWALS);
    }

    /**
     * One duty cycle: asks where that is due, and tells what was applied.
     *
     * @param ofBallot that of the leader that is followed; {@link Ballot#NONE} for none.
     * @param isWanted whether the replica applies what is chosen, and so may hold a lease.
     * @param applied  the highest LSN that it has applied.
     * @param released up to where it knows that answers may show what was applied.
     * @param nowNs    the clock of this duty cycle, read before anything is sent in it.
     * @return how much was done.
     */
    public int doWork(final long ofBallot, final boolean isWanted, final long applied, final long released,
                      final long nowNs) {
        if (ofBallot != ballot) {
            drop();
            ballot = ofBallot;
            state = State.IDLE;
            nextAskNs = nowNs;
        }
        if (ballot == Ballot.NONE) {
            return 0;
        }
        if (!isWanted) {
            return giveBack(applied, nowNs);
        }
        if (nowNs - nextAskNs >= 0) {
            nextAskNs = nowNs + intervalNs;
            round++;
            sentNs[(int) (round % ROUNDS)] = nowNs;
            state = State.ASKING;
            send(SubLeaseRequest.ASK, applied, nowNs);
            return 1;
        }
        if (state == State.ASKING && (applied > told || mayBeLost(applied, released, nowNs))) {
            send(SubLeaseRequest.TELL, applied, nowNs);
            return 1;
        }
        return 0;
    }

    /** All answers wait for what this replica has told: it tells it again until it hears of it. */
    private boolean mayBeLost(final long applied, final long released, final long nowNs) {
        if (applied <= released || nowNs - toldNs < resendNs) {
            return false;
        }
        TOLD_AGAIN.hit();
        return true;
    }

    /** Counts on nothing any more before it says so, and says so until the leader need not hear it. */
    private int giveBack(final long applied, final long nowNs) {
        if (state == State.ASKING) {
            GIVEN_BACK.hit();
            drop();
            state = State.GIVING_BACK;
            owesUntilNs = nowNs + config.grantedNs();
        } else if (state == State.IDLE || nowNs - toldNs < resendNs) {
            return 0;
        } else if (nowNs - owesUntilNs >= 0) {
            state = State.IDLE;
            return 0;
        }
        send(SubLeaseRequest.GIVE_BACK, applied, nowNs);
        return 1;
    }

    private void send(final int kind, final long applied, final long nowNs) {
        toldNs = nowNs;
        request.kind = kind;
        request.ballot = ballot;
        request.start = start;
        request.round = round;
        request.applied = applied;
        if (outbound.send(Ballot.node(ballot), request)) {
            told = applied;
        }
    }

    /**
     * The leader has answered.
     *
     * @param lease what it lends.
     */
    public void onLease(final SubLease lease) {
        if (lease.start != start || lease.ballot != ballot || lease.round < firstRound || lease.round > round
            || lease.round <= round - ROUNDS || lease.round <= heldRound || lease.nanos > config.countedNs()) {
            STALE.hit();
            return;
        }
        heldRound = lease.round;
        untilNs = sentNs[(int) (lease.round % ROUNDS)] + config.countedNs(lease.nanos);
        floor = lease.floor;
        isHeld = true;
    }

    /**
     * Whether a read may be answered from the replica's own state that came before the clock was read.
     *
     * @param nowNs a reading of the clock, later than the read.
     */
    public boolean isHeld(final long nowNs) {
        return isHeld && nowNs - untilNs < 0;
    }

    /** The LSN up to which the replica must have applied before it answers such a read. */
    public long floor() {
        return floor;
    }

    /**
     * The clock may have stood still: counts on nothing that was asked for until now, and asks anew.
     *
     * @param nowNs the clock, read after that.
     */
    public void onStoodStill(final long nowNs) {
        if (isHeld) {
            DROPPED.hit();
        }
        drop();
        nextAskNs = nowNs;
    }

    private void drop() {
        isHeld = false;
        firstRound = round + 1;
    }

    /**
     * For those who watch.
     *
     * @param holds    whether this node's replica holds a lease now.
     * @param released up to where answers of this node may show what was applied.
     */
    public void tell(final boolean holds, final long released) {
        counters.replicaHolds.set(holds ? 1 : 0);
        counters.released.set(released);
    }
}
