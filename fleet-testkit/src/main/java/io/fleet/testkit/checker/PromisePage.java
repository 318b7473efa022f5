package io.fleet.testkit.checker;

import io.fleet.consensus.message.election.Promise;
import org.agrona.collections.Long2LongHashMap;

/** One page of a promise, as it was sent: which LSNs it speaks of, and what it says was accepted there. */
final class PromisePage {
    private static final long NOT_LISTED = -1;

    final int node;
    final long ballot;
    private final long fromLsn;
    private final long toLsn;
    private final Long2LongHashMap listed = new Long2LongHashMap(NOT_LISTED);

    PromisePage(final int node, final Promise promise) {
        this.node = node;
        ballot = promise.ballot;
        fromLsn = Math.max(promise.fromLsn, promise.chosen + 1);
        toLsn = promise.nextLsn == 0 ? Long.MAX_VALUE : promise.nextLsn - 1;
        for (int i = 0; i < promise.count; i++) {
            listed.put(promise.entries[i].lsn, promise.entries[i].ballot);
        }
    }

    /** Whether the page should have told of an LSN that its sender held at a lower ballot, and did not. */
    boolean leavesOut(final long lsn, final long lowerBallot) {
        return lowerBallot < ballot && lsn >= fromLsn && lsn <= toLsn && listed.get(lsn) < lowerBallot;
    }
}
