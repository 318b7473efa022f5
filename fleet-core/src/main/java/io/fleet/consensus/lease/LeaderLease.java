package io.fleet.consensus.lease;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.quorum.QuorumSystem;
import io.fleet.storage.coverage.CoverageMark;

/**
 * What a leader has been granted (L2, L4): asks all members again and again, and counts each grant from before it sent
 * the request, for the length of the lease less twice the bound of drift. While grants of a write quorum count, each
 * read quorum has somebody who helps to elect nobody else. One thread.
 */
public final class LeaderLease {
    private static final CoverageMark STALE_GRANT = CoverageMark.named("leader-lease.grant-that-does-not-count");
    private static final CoverageMark DROPPED = CoverageMark.named("leader-lease.dropped-as-the-clock-stood-still");
    private static final CoverageMark GIVEN_UP = CoverageMark.named("leader-lease.given-up");
    /** Grants of older requests than so many are not counted. */
    private static final int ROUNDS = 16;
    /** A lease is asked for so many times while it lasts. */
    private static final int RENEWALS = 4;

    private final LeaseConfig config;
    private final Outbound outbound;
    private final LeaseCounters counters;
    private final LeaseRequest request = new LeaseRequest();
    private final long[] sentNs = new long[ROUNDS];
    private final long[] untilNs = new long[Configuration.SLOTS];
    private long granted;
    private long ballot;
    private long configuration;
    private long round;
    private long firstRound;
    private long nextAskNs;
    private boolean isGivenUp;

    /**
     * Creates it.
     *
     * @param config   for how long.
     * @param outbound where requests go.
     * @param counters what is counted.
     */
    public LeaderLease(final LeaseConfig config, final Outbound outbound, final LeaseCounters counters) {
        this.config = config;
        this.outbound = outbound;
        this.counters = counters;
    }

    /**
     * One duty cycle of a node that leads.
     *
     * @param atBallot        its ballot; none is used again after another one.
     * @param atConfiguration the configuration that the ballot belongs to.
     * @param nowNs           the clock of this duty cycle, read before anything is sent in it.
     * @return how much was done.
     */
    public int doWork(final long atBallot, final long atConfiguration, final long nowNs) {
        if (atBallot != ballot) {
            ballot = atBallot;
            configuration = atConfiguration;
            granted = 0;
            round = 0;
            firstRound = 1;
            isGivenUp = false;
            nextAskNs = nowNs;
        }
        if (isGivenUp || nowNs - nextAskNs < 0) {
            return 0;
        }
        nextAskNs = nowNs + config.countedNs() / RENEWALS;
        round++;
        sentNs[(int) (round % ROUNDS)] = nowNs;
        request.millis = (int) config.millis();
        request.maxDriftPpm = config.maxDriftPpm();
        send();
        counters.rounds.increment();
        return 1;
    }

    private void send() {
        request.ballot = ballot;
        request.configuration = configuration;
        request.round = round;
        outbound.broadcast(request);
    }

    /**
     * A voter has granted a request.
     *
     * @param slot  of the voter.
     * @param grant which.
     */
    public void onGrant(final int slot, final LeaseGrant grant) {
        if (grant.ballot != ballot || grant.round < firstRound || grant.round > round
            || grant.round <= round - ROUNDS) {
            STALE_GRANT.hit();
            return;
        }
        final long until = sentNs[(int) (grant.round % ROUNDS)] + config.countedNs();
        final long bit = 1L << slot;
        if ((granted & bit) == 0 || until - untilNs[slot] > 0) {
            untilNs[slot] = until;
        }
        granted |= bit;
        counters.counted.increment();
    }

    /**
     * Whether enough grants count for nobody else to be elected at the time that the clock showed.
     *
     * @param atBallot the ballot at which this node leads.
     * @param quorum   of the configuration that the ballot belongs to.
     * @param nowNs    a reading of the clock.
     */
    public boolean isHeld(final long atBallot, final QuorumSystem quorum, final long nowNs) {
        if (atBallot == Ballot.NONE || atBallot != ballot) {
            return false;
        }
        long counting = 0;
        for (long left = granted; left != 0; left &= left - 1) {
            final int slot = Long.numberOfTrailingZeros(left);
            counting |= nowNs - untilNs[slot] < 0 ? 1L << slot : 0;
        }
        return quorum.isWriteQuorum(counting);
    }

    /**
     * Until when enough of what was granted counts, as far as is known now (L6).
     *
     * @param quorum of the configuration that the ballot belongs to.
     * @param nowNs  a reading of the clock, at which the lease is held.
     * @return a reading of the clock at which the lease ends.
     */
    public long endNs(final QuorumSystem quorum, final long nowNs) {
        long end = nowNs;
        for (long left = granted; left != 0; left &= left - 1) {
            final long until = untilNs[Long.numberOfTrailingZeros(left)];
            if (until - end > 0 && isHeld(ballot, quorum, until - 1)) {
                end = until;
            }
        }
        return end;
    }

    /**
     * Counts on nothing that was granted until now, and tells the voters that they are free (L4); before somebody else
     * is asked to lead. Nothing is asked for until {@link #resume}. Asked again, it tells again.
     */
    public void giveUp() {
        granted = 0;
        firstRound = round + 1;
        if (!isGivenUp) {
            GIVEN_UP.hit();
            counters.givenUp.increment();
        }
        isGivenUp = true;
        request.millis = LeaseRequest.RELEASE;
        request.maxDriftPpm = 0;
        send();
    }

    /**
     * Counts on nothing that was asked for until now, and asks anew: the clock may have stood still since.
     *
     * @param nowNs the clock, read after that.
     */
    public void drop(final long nowNs) {
        if (granted != 0) {
            DROPPED.hit();
            counters.dropped.increment();
        }
        granted = 0;
        firstRound = round + 1;
        nextAskNs = nowNs;
    }

    /** Nobody else was elected: asks for leases again. */
    public void resume() {
        isGivenUp = false;
    }

    /**
     * For those who watch.
     *
     * @param isHeld whether this node leads and holds a lease.
     */
    public void tell(final boolean isHeld) {
        counters.held.set(isHeld ? 1 : 0);
    }
}
