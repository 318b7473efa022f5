package io.fleet.reads;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.message.read.LeaseMark;
import io.fleet.consensus.message.read.LeaseMarkRequest;
import io.fleet.consensus.reads.ReadContext;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.agrona.collections.Long2LongHashMap;

/**
 * Reads under the lease of the leader (L5), or under what this node's replica holds of it (L9), beside those that ask a
 * quorum. A read, or a question of another replica, is judged by a reading of the clock that is later than its arrival,
 * which is that of the next duty cycle: the node may have stood still since the clock of this one was read. A replica
 * that holds nothing asks the leader, with one question for all reads that came before it; where there is no lease or
 * no answer in time, a quorum is asked.
 */
final class LeaseReads {
    private static final CoverageMark LOCAL = CoverageMark.named("lease-reads.under-the-own-lease");
    private static final CoverageMark NO_LEASE = CoverageMark.named("lease-reads.leader-without-a-lease");
    private static final CoverageMark NOBODY_LEADS = CoverageMark.named("lease-reads.nobody-to-ask");
    private static final CoverageMark NO_ANSWER = CoverageMark.named("lease-reads.no-answer-in-time");
    private static final CoverageMark OTHER_ROUND = CoverageMark.named("lease-reads.answer-to-an-older-question");
    private static final long NONE = Long.MIN_VALUE;

    private final Outbound outbound;
    private final ReadMarks marks;
    private final WaitingReads waiting;
    private final ReadCounters counters;
    private final long patienceNs;
    private final ArrayDeque<ReadBatch> arrived = new ArrayDeque<>();
    private final ArrayDeque<ReadBatch> inRound = new ArrayDeque<>();
    /** The newest question of each other replica. */
    private final Long2LongHashMap asked = new Long2LongHashMap(NONE);
    private final LeaseMarkRequest request = new LeaseMarkRequest();
    private final LeaseMark answer = new LeaseMark();
    private long lastAskedNs;
    private long roundNs;

    LeaseReads(final ReadContext context, final WaitingReads waiting, final ReadCounters counters) {
        outbound = context.outbound();
        marks = context.marks();
        patienceNs = TimeUnit.MILLISECONDS.toNanos(context.config().resendMillis());
        request.round = context.randomSeed() >>> 1;
        this.waiting = waiting;
        this.counters = counters;
    }

    /** A read has arrived in this duty cycle. */
    void arrive(final ReadBatch batch) {
        arrived.addLast(batch);
    }

    /** Another replica asks how far its reads must have come. */
    void onRequest(final int sender, final LeaseMarkRequest question, final long nowNs) {
        if (sender >= 0 && question.round != NONE) {
            asked.put(sender, question.round);
            lastAskedNs = nowNs;
        }
    }

    /** The node that was asked as the leader has answered. */
    void onMark(final LeaseMark mark) {
        if (inRound.isEmpty() || mark.round != request.round) {
            OTHER_ROUND.hit();
        } else if (mark.held) {
            counters.marked.add(inRound.size());
            park(inRound, mark.mark);
        } else {
            NO_LEASE.hit();
            fallBack(inRound);
        }
    }

    private void park(final ArrayDeque<ReadBatch> batches, final long mark) {
        for (ReadBatch batch = batches.pollFirst(); batch != null; batch = batches.pollFirst()) {
            waiting.park(batch, mark);
        }
    }

    private void fallBack(final ArrayDeque<ReadBatch> batches) {
        counters.fallbacks.add(batches.size());
        for (ReadBatch batch = batches.pollFirst(); batch != null; batch = batches.pollFirst()) {
            waiting.arrive(batch);
        }
    }

    /** One duty cycle; tells how much was done, or remains to be done in the next one. */
    int doWork(final long nowNs) {
        int work = answerOthers(nowNs);
        if (!inRound.isEmpty() && nowNs - roundNs >= patienceNs) {
            NO_ANSWER.hit();
            fallBack(inRound);
            work++;
        }
        if (arrived.isEmpty()) {
            return work;
        }
        final long mark = marks.ownMark(nowNs);
        while (!arrived.isEmpty() && nowNs - arrived.peekFirst().arrivedNs > 0) {
            if (mark != ReadMarks.SILENT) {
                LOCAL.hit();
                counters.underLease.increment();
                waiting.park(arrived.pollFirst(), mark);
            } else if (!ask(nowNs)) {
                break;
            }
            work++;
        }
        return work + arrived.size();
    }

    private int answerOthers(final long nowNs) {
        if (asked.isEmpty() || nowNs - lastAskedNs <= 0) {
            return asked.size();
        }
        final long mark = marks.leaseMark(nowNs);
        answer.held = mark != ReadMarks.SILENT;
        answer.mark = answer.held ? mark : 0;
        asked.forEachLong((sender, round) -> {
            answer.round = round;
            outbound.send((int) sender, answer);
        });
        counters.marks.add(answer.held ? asked.size() : 0);
        asked.clear();
        return 1;
    }

    /** Asks the leader for what has arrived; false while it is being asked for what came before. */
    private boolean ask(final long nowNs) {
        if (!inRound.isEmpty()) {
            return false;
        }
        while (!arrived.isEmpty() && nowNs - arrived.peekFirst().arrivedNs > 0) {
            inRound.addLast(arrived.pollFirst());
        }
        final int leader = marks.leader();
        request.round++;
        roundNs = nowNs;
        if (leader == ReadMarks.NOBODY || leader == outbound.self() || !outbound.send(leader, request)) {
            NOBODY_LEADS.hit();
            fallBack(inRound);
        }
        return true;
    }
}
