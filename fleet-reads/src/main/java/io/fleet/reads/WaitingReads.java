package io.fleet.reads;

import io.fleet.client.ReadConsistency;
import io.fleet.consensus.message.read.ReadRequest;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;

/**
 * All reads that wait on a node: for the next round, for the one under way, or until a state has been applied (CM-08).
 * Bounded in requests and in bytes (S13).
 */
final class WaitingReads {
    private final int maxRequests;
    private final long maxBytes;
    private final ArrayDeque<ReadBatch> arrived = new ArrayDeque<>();
    private final ArrayDeque<ReadBatch> inRound = new ArrayDeque<>();
    private final PriorityQueue<ReadBatch> parked =
        new PriorityQueue<>(Comparator.comparingLong((ReadBatch batch) -> batch.target));
    private final ArrayDeque<ReadBatch> ready = new ArrayDeque<>();
    private final ArrayDeque<ReadBatch> spare = new ArrayDeque<>();
    private int count;
    private long bytes;

    WaitingReads(final int maxRequests, final long maxBytes) {
        this.maxRequests = maxRequests;
        this.maxBytes = maxBytes;
    }

    /** Copies a request; null where there is no room. */
    ReadBatch take(final ReadRequest request, final ReadConsistency.Level level, final long nowNs) {
        if (count >= maxRequests || count > 0 && bytes + request.length > maxBytes) {
            return null;
        }
        final ReadBatch batch = spare.pollLast();
        count++;
        bytes += request.length;
        return (batch == null ? new ReadBatch() : batch).set(request, level, nowNs);
    }

    /** Waits for a round that begins later. */
    void arrive(final ReadBatch batch) {
        arrived.addLast(batch);
    }

    boolean isRoundWanted() {
        return !arrived.isEmpty();
    }

    /** A round begins: it is for all that have arrived. */
    void begin() {
        inRound.addAll(arrived);
        arrived.clear();
    }

    /** The round is over: what a read of it returns reflects at least this LSN (P3). */
    void end(final long mark) {
        for (ReadBatch batch = inRound.pollFirst(); batch != null; batch = inRound.pollFirst()) {
            park(batch, mark);
        }
    }

    /** Waits until an LSN is applied, and what its client has seen. */
    void park(final ReadBatch batch, final long lsn) {
        batch.target = Math.max(lsn, batch.leastLsn);
        parked.add(batch);
    }

    /**
     * An LSN is applied: what waited for no more is ready, behind what was ready before, so that nothing that is ready
     * waits for what comes later, whatever LSN that needs.
     */
    void applied(final long lsn) {
        while (!parked.isEmpty() && parked.peek().target <= lsn) {
            ready.addLast(parked.poll());
        }
    }

    /** What can be executed next; null for nothing. */
    ReadBatch firstReady() {
        return ready.peekFirst();
    }

    void removeFirstReady() {
        release(ready.pollFirst());
    }

    /** What has waited longest for an LSN that is not applied; null for nothing. Looks at all that waits so. */
    ReadBatch oldestParked() {
        ReadBatch oldest = null;
        for (final ReadBatch batch : parked) {
            if (oldest == null || batch.arrivedNs - oldest.arrivedNs < 0) {
                oldest = batch;
            }
        }
        return oldest;
    }

    boolean isAnyParked() {
        return !parked.isEmpty();
    }

    /** How many were taken and are neither executed nor dropped, wherever they wait. */
    int size() {
        return count;
    }

    /** Drops what arrived before a time; how many. */
    int expire(final long beforeNs) {
        return expire(arrived.iterator(), beforeNs) + expire(inRound.iterator(), beforeNs)
            + expire(parked.iterator(), beforeNs) + expire(ready.iterator(), beforeNs);
    }

    private int expire(final Iterator<ReadBatch> batches, final long beforeNs) {
        int count = 0;
        while (batches.hasNext()) {
            final ReadBatch batch = batches.next();
            if (batch.arrivedNs - beforeNs < 0) {
                batches.remove();
                release(batch);
                count++;
            }
        }
        return count;
    }

    private void release(final ReadBatch batch) {
        count--;
        bytes -= batch.length;
        batch.clear();
        spare.addLast(batch);
    }
}
