package io.fleet.reads;

import java.util.ArrayDeque;

/**
 * Up to when, by this node's clock, the applied state has everything that was answered: the start of the last round
 * whose mark is applied. Measured with one monotonic clock, so it depends on no other.
 */
final class Freshness {
    private static final int REMEMBERED = 64;

    private record Round(long mark, long startedNs) {
    }

    private final ArrayDeque<Round> rounds = new ArrayDeque<>();
    private boolean isKnown;
    private long sinceNs;

    /** A round was answered. */
    void onRound(final long mark, final long startedNs) {
        if (rounds.size() == REMEMBERED) {
            rounds.removeFirst();
        }
        rounds.addLast(new Round(mark, startedNs));
    }

    void onApplied(final long applied) {
        while (!rounds.isEmpty() && rounds.peekFirst().mark <= applied) {
            final Round round = rounds.removeFirst();
            if (!isKnown || round.startedNs - sinceNs > 0) {
                isKnown = true;
                sinceNs = round.startedNs;
            }
        }
    }

    /** The clock may have stood still: nobody knows any more. */
    void forget() {
        rounds.clear();
        isKnown = false;
    }

    /** How old the state may be; {@link Long#MAX_VALUE} where nobody knows. */
    long staleNs(final long nowNs) {
        return isKnown ? Math.max(0, nowNs - sinceNs) : Long.MAX_VALUE;
    }
}
