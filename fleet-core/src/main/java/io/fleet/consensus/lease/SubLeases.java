package io.fleet.consensus.lease;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.storage.coverage.CoverageMark;

/**
 * What a leader has lent replicas of its own lease (L6, L7, L9): to whom, for how long by its own clock, from which LSN
 * on, and what they have applied. Nothing is lent beyond the end of the leader's own lease. Who lags gets no more. What
 * was lent stays in this table until it is over, whatever becomes of the leader, and whoever else comes with the number
 * of the holder's node: until then nobody knows whether the process that holds it has ended. One thread.
 */
public final class SubLeases {
    private static final CoverageMark RENEWED = CoverageMark.named("sub-leases.renewed-with-the-floor-of-before");
    private static final CoverageMark OTHER_START = CoverageMark.named("sub-leases.holder-has-started-again");
    private static final CoverageMark FROZEN = CoverageMark.named("sub-leases.lease-of-an-earlier-start-counts");
    private static final CoverageMark LAGS = CoverageMark.named("sub-leases.not-lent-to-who-lags");
    private static final CoverageMark GIVEN_BACK = CoverageMark.named("sub-leases.given-back");
    private static final CoverageMark GIVEN_BACK_LATE = CoverageMark.named("sub-leases.given-back-before-the-last");
    private static final CoverageMark WAITED_FOR = CoverageMark.named("sub-leases.holder-is-waited-for");
    private static final CoverageMark RUN_OUT = CoverageMark.named("sub-leases.run-out");

    private final Outbound outbound;
    private final LeaseCounters counters;
    private final Holder[] holders = new Holder[Configuration.SLOTS];
    private final SubLease lease = new SubLease();
    /** The slots that something was lent to which may not be over. */
    private long lent;
    private long asked;

    /** What is known of one replica. */
    private static final class Holder {
        private int node;
        private long start;
        private long round;
        private long untilNs;
        private long floor;
        private long applied;
        /** What was chosen when it asked before: who has not applied that lags. */
        private long needed;
        private long askedRound;
        private long askedAtNs;
    }

    /**
     * Creates it.
     *
     * @param outbound where leases go.
     * @param counters what is counted.
     */
    public SubLeases(final Outbound outbound, final LeaseCounters counters) {
        this.outbound = outbound;
        this.counters = counters;
    }

    /**
     * A replica asks, tells how far it is, or gives back. A question is answered in a later duty cycle: the clock of
     * this one was read before it came, maybe long before.
     *
     * @param slot    of the replica.
     * @param node    its number.
     * @param request what it says, at the ballot at which this node leads.
     * @param nowNs   the clock of this duty cycle.
     */
    public void onRequest(final int slot, final int node, final SubLeaseRequest request, final long nowNs) {
        final long bit = 1L << slot;
        final Holder known = holders[slot];
        final Holder holder;
        if (known != null && known.node == node && known.start == request.start) {
            holder = known;
        } else if (known != null && (lent & bit) != 0 && !isOver(known, nowNs)) {
            FROZEN.hit();
            return;
        } else if (request.kind == SubLeaseRequest.ASK) {
            holder = meet(slot, node, request.start);
        } else {
            return;
        }
        switch (request.kind) {
            case SubLeaseRequest.ASK -> onAsk(holder, bit, request, nowNs);
            case SubLeaseRequest.TELL -> holder.applied = Math.max(holder.applied, request.applied);
            default -> onGivenBack(holder, bit, request);
        }
    }

    /** A replica asks for the first time since its node started; what was lent to whom had its slot is over. */
    private Holder meet(final int slot, final int node, final long start) {
        if (holders[slot] != null) {
            OTHER_START.hit();
        }
        lent &= ~(1L << slot);
        final Holder holder = new Holder();
        holder.node = node;
        holder.start = start;
        holder.needed = Long.MAX_VALUE;
        holders[slot] = holder;
        return holder;
    }

    private void onAsk(final Holder holder, final long bit, final SubLeaseRequest request, final long nowNs) {
        holder.applied = Math.max(holder.applied, request.applied);
        if (request.round > holder.askedRound) {
            asked |= bit;
            holder.askedRound = request.round;
            holder.askedAtNs = nowNs;
        }
    }

    private void onGivenBack(final Holder holder, final long bit, final SubLeaseRequest request) {
        if (holder.round > request.round) {
            GIVEN_BACK_LATE.hit();
            return;
        }
        if (holder.askedRound <= request.round) {
            asked &= ~bit;
            holder.askedRound = request.round;
        }
        if ((lent & bit) != 0) {
            GIVEN_BACK.hit();
            counters.givenBack.increment();
            lent &= ~bit;
        }
    }

    /**
     * Answers those that asked in an earlier duty cycle.
     *
     * @param ballot   at which this node leads.
     * @param endNs    when its own lease ends, by its clock; it has not ended.
     * @param highest  the highest LSN that it has ordered.
     * @param chosen   up to where it knows everything to be chosen.
     * @param released up to where answers may show what was applied.
     * @param nowNs    the clock of this duty cycle.
     * @return how much was done, or remains to be done in the next one.
     */
    public int lend(final long ballot, final long endNs, final long highest, final long chosen, final long released,
                    final long nowNs) {
        int work = 0;
        for (long left = asked; left != 0; left &= left - 1) {
            final int slot = Long.numberOfTrailingZeros(left);
            final Holder holder = holders[slot];
            work++;
            if (nowNs - holder.askedAtNs > 0) {
                asked &= ~(1L << slot);
                lend(holder, 1L << slot, ballot, endNs, highest, chosen, released, nowNs);
            }
        }
        return work;
    }

    private void lend(final Holder holder, final long bit, final long ballot, final long endNs, final long highest,
                      final long chosen, final long released, final long nowNs) {
        final boolean isSlow = holder.applied < holder.needed;
        holder.needed = chosen;
        if (isSlow) {
            LAGS.hit();
            return;
        }
        if ((lent & bit) == 0 || isOver(holder, nowNs)) {
            holder.floor = highest;
        } else {
            RENEWED.hit();
        }
        holder.untilNs = (lent & bit) == 0 ? endNs : Math.max(holder.untilNs, endNs);
        holder.round = holder.askedRound;
        lent |= bit;
        lease.ballot = ballot;
        lease.start = holder.start;
        lease.round = holder.askedRound;
        lease.nanos = endNs - nowNs;
        lease.floor = holder.floor;
        lease.released = released;
        outbound.send(holder.node, lease);
        counters.lent.increment();
    }

    /**
     * Up to where everything that is chosen may be shown: what each holder has applied, and those whose lease is over
     * hold nothing.
     *
     * @param chosen up to where this node knows everything to be chosen.
     * @param nowNs  a reading of the clock.
     * @return an LSN.
     */
    public long releasable(final long chosen, final long nowNs) {
        long least = chosen;
        for (long left = lent; left != 0; left &= left - 1) {
            final int slot = Long.numberOfTrailingZeros(left);
            if (isOver(holders[slot], nowNs)) {
                RUN_OUT.hit();
                lent &= ~(1L << slot);
            } else if (holders[slot].applied < least) {
                WAITED_FOR.hit();
                least = holders[slot].applied;
            }
        }
        return least;
    }

    /**
     * Whether nothing is lent any more.
     *
     * @param nowNs a reading of the clock.
     */
    public boolean haveEnded(final long nowNs) {
        for (long left = lent; left != 0; left &= left - 1) {
            if (!isOver(holders[Long.numberOfTrailingZeros(left)], nowNs)) {
                return false;
            }
        }
        return true;
    }

    /** Forgets what was asked: this node leads no more, or at another ballot; what is lent is kept. */
    public void forgetQuestions() {
        asked = 0;
    }

    private static boolean isOver(final Holder holder, final long nowNs) {
        return nowNs - holder.untilNs > 0;
    }
}
