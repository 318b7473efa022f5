package io.fleet.ec.dissemination.gather;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.FetchConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Asks nodes for pieces: as many as are needed, the fastest first, one more by the {@link FetchConfig.Hedge} that is
 * configured, and all that are left when that was not enough. It waits longer than answers have taken lately, and twice
 * as long each time: who is asked again because answers are queued makes the queue longer.
 */
public final class FetchScheduler {
    private static final CoverageMark HEDGED = CoverageMark.named("asker.one-more-is-asked");
    private static final CoverageMark GONE = CoverageMark
        .named("asker.another-is-asked-in-place-of-one-that-has-nothing");
    private static final int UNKNOWN_PART = 4;
    private static final int MOST_DOUBLINGS = 4;

    private final SpreadConfig config;
    private final SpreadOutbound outbound;
    private final SpreadCounters counters;
    private final Latencies latencies;
    private final int needed;

    public FetchScheduler(final SpreadConfig config, final int needed, final SpreadOutbound outbound,
                          final SpreadCounters counters) {
        this.config = config;
        this.needed = needed;
        this.outbound = outbound;
        this.counters = counters;
        latencies = new Latencies(config.quorums().nodes());
    }

    /** Asks for the first time. */
    public void begin(final EntryId id, final Fetch fetch, final long nowNs) {
        fetch.askedNs = nowNs;
        ask(id, fetch, needed - fetch.given(), nowNs);
        if (config.fetching().hedge() == FetchConfig.Hedge.AT_ONCE) {
            hedge(id, fetch, nowNs);
        }
    }

    /** Asks all that have not answered. */
    void all(final EntryId id, final Fetch fetch, final long nowNs) {
        fetch.askedNs = nowNs;
        ask(id, fetch, fetch.sentNs.length, nowNs);
    }

    /** One duty cycle of something that is not complete. */
    public int again(final EntryId id, final Fetch fetch, final long nowNs) {
        final long waitedNs = nowNs - fetch.askedNs;
        if (waitedNs >= patienceNs(fetch)) {
            for (int node = 0; node < fetch.sentNs.length; node++) {
                if ((fetch.asked & ~fetch.present & 1L << node) != 0) {
                    latencies.silent(node, waitedNs);
                }
            }
            fetch.asked = 0;
            fetch.rounds++;
            fetch.askedNs = nowNs;
            return ask(id, fetch, fetch.sentNs.length, nowNs);
        }
        if (config.fetching().hedge() == FetchConfig.Hedge.LATE && !fetch.isHedged && waitedNs >= lateNs(fetch)) {
            return hedge(id, fetch, nowNs);
        }
        return 0;
    }

    /** A node has answered. */
    public void answered(final Fetch fetch, final int node, final long nowNs) {
        if ((fetch.asked & 1L << node) != 0) {
            latencies.answered(node, nowNs - fetch.sentNs[node]);
        }
        fetch.present |= 1L << node;
    }

    /** A node that was asked has nothing: another one is asked at once. */
    public void gone(final EntryId id, final Fetch fetch, final int node, final long nowNs) {
        if ((fetch.asked & ~fetch.present & 1L << node) != 0) {
            GONE.hit();
            latencies.answered(node, nowNs - fetch.sentNs[node]);
            ask(id, fetch, 1, nowNs);
        }
    }

    /** It is complete. */
    public void complete(final Fetch fetch) {
        if ((fetch.present & fetch.spare) != 0) {
            counters.hedgesUsed.increment();
        }
    }

    private int hedge(final EntryId id, final Fetch fetch, final long nowNs) {
        fetch.isHedged = true;
        final long before = fetch.asked;
        final int asked = ask(id, fetch, 1, nowNs);
        fetch.spare |= fetch.asked & ~before;
        if (asked > 0) {
            HEDGED.hit();
            counters.hedged.increment();
        }
        return asked;
    }

    /** How long all that are asked are waited for. */
    private long patienceNs(final Fetch fetch) {
        final long mostNs = config.resendNs() << MOST_DOUBLINGS;
        long patienceNs = config.resendNs() << Math.min(fetch.rounds, MOST_DOUBLINGS);
        for (int node = 0; node < fetch.sentNs.length; node++) {
            if ((fetch.asked & ~fetch.present & 1L << node) != 0) {
                patienceNs = Math.max(patienceNs, latencies.lateNs(node, 0));
            }
        }
        return Math.min(patienceNs, mostNs);
    }

    private long lateNs(final Fetch fetch) {
        long late = config.fetching().leastNs();
        for (int node = 0; node < fetch.sentNs.length; node++) {
            if ((fetch.asked & ~fetch.present & 1L << node) != 0) {
                late = Math.max(late, latencies.lateNs(node, config.resendNs() / UNKNOWN_PART));
            }
        }
        return late;
    }

    private int ask(final EntryId id, final Fetch fetch, final int most, final long nowNs) {
        int asked = 0;
        while (asked < most) {
            final int node = fastest(fetch);
            if (node < 0) {
                return asked;
            }
            fetch.asked |= 1L << node;
            if ((fetch.tried & 1L << node) == 0) {
                fetch.tried |= 1L << node;
                fetch.sentNs[node] = nowNs;
            }
            counters.asked.increment();
            outbound.fetchSegment(node, id, fetch.piece);
            asked++;
        }
        return asked;
    }

    private int fastest(final Fetch fetch) {
        int best = -1;
        for (int node = 0; node < fetch.sentNs.length; node++) {
            final boolean isCandidate = node != config.self() && ((fetch.asked | fetch.present) & 1L << node) == 0;
            if (isCandidate && (best < 0 || latencies.of(node) < latencies.of(best))) {
                best = node;
            }
        }
        return best;
    }
}
