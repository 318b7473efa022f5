package io.fleet.consensus.lease;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.store.PromiseStore;
import io.fleet.storage.coverage.CoverageMark;

/**
 * What a voter binds itself to (L1, L3): having granted a lease to the leader of the ballot that it has promised, it
 * helps to elect nobody else, itself included, for the length of the lease, by its clock from a moment after the
 * request came. It forgets grants in a restart and nothing else does, so a voter that starts helps to elect nobody for
 * the longest lease that it may have granted, whose length is durable before the first grant. When it has waited for so
 * long, and grants shorter leases now, or none, the longer ones are forgotten. One thread.
 */
public final class LeaseGrants {
    private static final CoverageMark BOUND = CoverageMark.named("lease-grants.bound-to-a-leader");
    private static final CoverageMark STARTING = CoverageMark.named("lease-grants.waits-after-its-start");
    private static final CoverageMark REPAIRED = CoverageMark.named("lease-grants.waits-after-its-repair");
    private static final CoverageMark OTHER_SETTINGS = CoverageMark.named("lease-grants.leader-has-other-leases");
    private static final CoverageMark NOT_FOLLOWED = CoverageMark
        .named("lease-grants.asked-by-whom-it-does-not-follow");
    private static final CoverageMark NOT_DURABLE = CoverageMark.named("lease-grants.length-is-not-durable");
    private static final CoverageMark RELEASED = CoverageMark.named("lease-grants.released-by-the-leader");
    private static final CoverageMark LATE_RELEASE = CoverageMark.named("lease-grants.release-of-an-earlier-grant");

    /** How far it is with waiting for what may have been granted in its name before (L3). */
    private enum Start {
        /** No duty cycle has come. */
        UNSEEN,
        /** It was repaired in this duty cycle, the clock of which was read before. */
        REPAIRED,
        /** It was repaired in a duty cycle that began at {@link #freeAtNs} or earlier. */
        REPAIRED_BEFORE,
        /** It waits until {@link #freeAtNs}. */
        WAITS,
        /** It has waited. */
        OVER
    }

    private final LeaseConfig config;
    private final PromiseStore store;
    private final Outbound outbound;
    private final LeaseCounters counters;
    private final long startNs;
    private final LeaseGrant grant = new LeaseGrant();
    private Start start = Start.UNSEEN;
    private long freeAtNs;
    private boolean isBound;
    private long untilNs;
    private long ballot;
    private long round;
    private long releasedBallot;
    private long releasedRound;
    private boolean isAsked;
    private long askedAtNs;
    private long askedBallot;
    private long askedRound;
    private long askedConfiguration;
    private boolean isAgreed;

    /**
     * Creates it when the node starts.
     *
     * @param config   for how long.
     * @param store    remembers the longest lease.
     * @param outbound where grants go.
     * @param counters what is counted.
     */
    public LeaseGrants(final LeaseConfig config, final PromiseStore store, final Outbound outbound,
                       final LeaseCounters counters) {
        this.config = config;
        this.store = store;
        this.outbound = outbound;
        this.counters = counters;
        startNs = config.startNs(store.durableLease());
    }

    /**
     * Whether this node may help to elect somebody now: promise it a ballot, say that it has lost the leader, or
     * campaign. A leader that campaigns anew does not lead at its old ballot any more.
     *
     * @param candidate the node that wants to lead; this one for itself.
     * @param nowNs     the clock of this duty cycle, or an earlier one, which is on the safe side.
     */
    public boolean mayElect(final int candidate, final long nowNs) {
        if (isStarting(nowNs)) {
            STARTING.hit();
            return false;
        }
        if (isBound && nowNs - untilNs < 0 && candidate != Ballot.node(ballot)) {
            BOUND.hit();
            return false;
        }
        return true;
    }

    /**
     * Whether this node may elect nobody at all, since it has not waited yet for what it may have granted before it
     * started (L3).
     *
     * @param nowNs as for {@link #mayElect}.
     */
    public boolean isStarting(final long nowNs) {
        if (start == Start.UNSEEN) {
            start = startNs > 0 ? Start.WAITS : Start.OVER;
            freeAtNs = nowNs + startNs;
            note();
        }
        if (start == Start.WAITS && nowNs - freeAtNs >= 0) {
            start = Start.OVER;
            forget();
        }
        return start != Start.OVER;
    }

    /**
     * The leader counts this life of the node from now on, instead of a former one that may have granted a lease until
     * now, long after this one started. The leader counts on such grants no more, but what it has lent replicas on them
     * lasts (L10): so this node waits once more, from the next reading of the clock on.
     */
    public void onRepaired() {
        if (config.atReplicas()) {
            REPAIRED.hit();
            start = Start.REPAIRED;
            note();
        }
    }

    private void note() {
        if (config.isOn() && store.durableLease() < config.millis()) {
            store.lease(config.millis());
        }
    }

    private void waitForFormerLife(final long nowNs) {
        if (start == Start.REPAIRED) {
            start = Start.REPAIRED_BEFORE;
            freeAtNs = nowNs;
        } else if (start == Start.REPAIRED_BEFORE && nowNs - freeAtNs > 0) {
            start = Start.WAITS;
            freeAtNs = nowNs + startNs;
        }
    }

    /** Whatever was granted before the start has run out, and nothing longer than what is set was granted since. */
    private void forget() {
        if (store.durableLease() > config.millis()) {
            store.forgetLeases(config.millis());
        }
    }

    /**
     * A leader asks for a lease, or gives it up. The clock was read before the request came, maybe long before, so
     * what is granted counts from a later reading: see {@link #doWork}.
     *
     * @param sender  the node that asks.
     * @param request what.
     * @param nowNs   the clock of this duty cycle.
     */
    public void onRequest(final int sender, final LeaseRequest request, final long nowNs) {
        if (Ballot.node(request.ballot) != sender) {
            return;
        }
        if (request.millis == LeaseRequest.RELEASE) {
            release(request.ballot, request.round);
        } else if (!isReleased(request.ballot, request.round)
            && (!isAsked || request.ballot > askedBallot || request.round > askedRound)) {
            isAsked = true;
            askedAtNs = nowNs;
            askedBallot = request.ballot;
            askedRound = request.round;
            askedConfiguration = request.configuration;
            isAgreed = request.millis == config.millis() && request.maxDriftPpm == config.maxDriftPpm();
        }
    }

    /** The leader has stopped to count on what was granted up to a round (L4). */
    private void release(final long fromBallot, final long upToRound) {
        if (fromBallot > releasedBallot || fromBallot == releasedBallot && upToRound > releasedRound) {
            releasedBallot = fromBallot;
            releasedRound = upToRound;
        }
        isAsked = isAsked && !isReleased(askedBallot, askedRound);
        if (isBound && ballot == fromBallot) {
            (round <= upToRound ? RELEASED : LATE_RELEASE).hit();
            isBound = round > upToRound;
        }
    }

    private boolean isReleased(final long ofBallot, final long ofRound) {
        return ofBallot == releasedBallot && ofRound <= releasedRound;
    }

    /**
     * One duty cycle: grants what was asked for in an earlier one.
     *
     * @param counts        whether this node counts in quorums (S15).
     * @param promised      the highest ballot that it has promised.
     * @param configuration the one that it acts on.
     * @param nowNs         the clock of this duty cycle.
     * @return how much was done, or remains to be done in the next one.
     */
    public int doWork(final boolean counts, final long promised, final long configuration, final long nowNs) {
        waitForFormerLife(nowNs);
        final boolean isStillStarting = isStarting(nowNs);
        if (!isAsked) {
            return 0;
        }
        if (nowNs - askedAtNs <= 0) {
            return 1;
        }
        isAsked = false;
        if (isStillStarting || !isFollowed(counts, promised, configuration) || !isGrantable()) {
            counters.refused.increment();
            return 1;
        }
        isBound = true;
        untilNs = nowNs + config.grantedNs();
        round = ballot == askedBallot ? Math.max(round, askedRound) : askedRound;
        ballot = askedBallot;
        grant.ballot = ballot;
        grant.round = askedRound;
        outbound.send(Ballot.node(ballot), grant);
        counters.granted.increment();
        return 1;
    }

    private boolean isFollowed(final boolean counts, final long promised, final long configuration) {
        final boolean isFollowed = counts && promised == askedBallot && configuration == askedConfiguration;
        if (!isFollowed) {
            NOT_FOLLOWED.hit();
        }
        return isFollowed;
    }

    private boolean isGrantable() {
        if (!config.isOn() || !isAgreed) {
            OTHER_SETTINGS.hit();
            return false;
        }
        if (store.durableLease() < config.millis()) {
            NOT_DURABLE.hit();
            return false;
        }
        return true;
    }
}
