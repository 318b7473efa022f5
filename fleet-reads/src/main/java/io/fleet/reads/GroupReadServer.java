package io.fleet.reads;

import io.fleet.client.ReadConsistency;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.read.LeaseMark;
import io.fleet.consensus.message.read.ReadMark;
import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.reads.ReadContext;
import io.fleet.consensus.reads.ReadServer;
import io.fleet.consensus.reads.ReadableReplica;
import io.fleet.reads.concurrent.LongReads;
import io.fleet.storage.coverage.CoverageMark;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Serves all levels of reads of one group on one node that do not go through the log (CM-07, CM-08, CM-11; P1 to P4,
 * Q2). A read waits for a round of questions that begins after it came, one for all that wait, and is executed once the
 * highest mark of the round is applied here. Whoever asks may ask any replica. Answers, too, how far this node has
 * come. Reads under a lease go by {@link LeaseReads}, long ones by {@link LongReads}.
 */
final class GroupReadServer implements ReadServer {
    private static final CoverageMark NOT_SERVED = CoverageMark.named("quorum-reads.level-not-served");
    private static final CoverageMark WITNESS = CoverageMark.named("quorum-reads.asked-a-witness");
    private static final CoverageMark FULL = CoverageMark.named("quorum-reads.no-room");
    private static final CoverageMark STOOD_STILL = CoverageMark
        .named("quorum-reads.age-forgotten-as-the-clock-stood-still");
    private static final CoverageMark FRESH_ENOUGH = CoverageMark.named("quorum-reads.stale-read-without-a-round");
    private static final CoverageMark EXPIRED = CoverageMark.named("quorum-reads.expired");
    private static final ReadConsistency.Level[] LEVELS = ReadConsistency.Level.values();
    private static final int MAX_REQUESTS = 16_384;
    private static final long MAX_BYTES = 32L << 20;
    /** What is executed in one duty cycle, so that long reads do not hold up messages and disks for ever. */
    private static final int CYCLE_REQUESTS = 64;
    private static final int CYCLE_BYTES = 8 << 10;

    private final int groupId;
    private final Outbound outbound;
    private final GroupMembers members;
    private final ReadMarks marks;
    private final ReadableReplica replica;
    private final LongReads longReads;
    private final ReadCounters counters = new ReadCounters();
    private final WaitingReads waiting = new WaitingReads(MAX_REQUESTS, MAX_BYTES);
    private final MarkRound round;
    private boolean stoodStillInRound;
    private final LeaseReads leased;
    private final Freshness freshness = new Freshness();
    /** Reads that may be stale, in the order in which they came. */
    private final ArrayDeque<ReadBatch> unjudged = new ArrayDeque<>();
    private final ReadMark answer = new ReadMark();
    private final long expireNs;
    private final long resendNs;
    private final IntervalTimer sweepTime;
    private final IntervalTimer fillTime;
    private final IntervalTimer lookTime;

    GroupReadServer(final ReadContext context) {
        groupId = context.groupId();
        outbound = context.outbound();
        members = context.members();
        marks = context.marks();
        replica = context.replica();
        longReads = new LongReads(context.config(), replica, context.pool());
        resendNs = TimeUnit.MILLISECONDS.toNanos(context.config().resendMillis());
        expireNs = TimeUnit.MILLISECONDS.toNanos(context.config().requestTimeoutMillis());
        round = new MarkRound(outbound, members, marks, counters, resendNs, context.randomSeed());
        leased = new LeaseReads(context, waiting, counters);
        sweepTime = new IntervalTimer(expireNs / 8);
        fillTime = new IntervalTimer(resendNs);
        lookTime = new IntervalTimer(resendNs / 4);
        final MessageRoutes routes = context.routes();
        routes.on(MessageType.READ_REQUEST, this::onRequest);
        routes.on(MessageType.READ_MARK_REQUEST, this::onMarkRequest);
        routes.on(MessageType.READ_MARK, this::onMark);
        routes.on(MessageType.LEASE_MARK_REQUEST, leased::onRequest);
        routes.<LeaseMark>on(MessageType.LEASE_MARK, (sender, mark, nowNs) -> leased.onMark(mark));
    }

    /** Reads of the other levels go by no clock of this node, but for leases, which their holder drops. */
    @Override
    public void onStoodStill() {
        STOOD_STILL.hit();
        freshness.forget();
        stoodStillInRound = round.isUnderWay();
    }

    @Override
    public List<ModeCounter> counters() {
        return Stream.concat(counters.list().stream(), longReads.counters().stream()).toList();
    }

    private void onRequest(final int sender, final ReadRequest request, final long nowNs) {
        counters.requests.increment();
        final ReadConsistency.Level level = request.level < LEVELS.length ? LEVELS[request.level] : null;
        final String why = level == ReadConsistency.Level.LINEARIZABLE_LEASE ? marks.whyNoLeases() : null;
        if (level == null || level == ReadConsistency.Level.LINEARIZABLE_LOG || why != null) {
            NOT_SERVED.hit();
            refuse(request, true, "group " + groupId + " serves no reads of level "
                + (level == null ? "number " + request.level : level) + " beside the log"
                + (why == null ? "" : ": " + why));
            return;
        }
        if (replica.isWitness()) {
            WITNESS.hit();
            refuse(request, false, "node " + outbound.self() + " is a witness of group " + groupId
                + ", and has no state to read");
            return;
        }
        final ReadBatch batch = waiting.take(request, level, nowNs);
        if (batch == null) {
            FULL.hit();
            refuse(request, false, "as many reads wait as may: " + MAX_REQUESTS + " requests, or " + MAX_BYTES
                + " bytes");
            return;
        }
        place(batch, request);
    }

    private void place(final ReadBatch batch, final ReadRequest request) {
        switch (batch.level) {
            case LOCAL -> {
                batch.mostStaleNs = Long.MAX_VALUE;
                unjudged.addLast(batch);
            }
            case BOUNDED_STALE -> {
                batch.mostStaleNs = TimeUnit.MILLISECONDS.toNanos(request.maxStaleMillis);
                unjudged.addLast(batch);
            }
            case LINEARIZABLE_LEASE -> {
                batch.staleNs = ReplyBatch.NOT_STALE;
                leased.arrive(batch);
            }
            default -> {
                batch.staleNs = ReplyBatch.NOT_STALE;
                waiting.arrive(batch);
            }
        }
    }

    /**
     * How old the state is for reads that may be stale, by a reading of the clock that is later than their arrival, as
     * of the next duty cycle: the node may have stood still since the clock of this one was read.
     */
    private int judge(final long nowNs) {
        int work = 0;
        final long stale = freshness.staleNs(nowNs);
        while (!unjudged.isEmpty() && nowNs - unjudged.peekFirst().arrivedNs > 0) {
            final ReadBatch batch = unjudged.pollFirst();
            if (stale <= batch.mostStaleNs) {
                FRESH_ENOUGH.hit();
                unasked(batch, stale);
            } else {
                batch.staleNs = 0;
                waiting.arrive(batch);
            }
            work++;
        }
        return work + unjudged.size();
    }

    private void unasked(final ReadBatch batch, final long staleNs) {
        counters.unasked.increment();
        batch.staleNs = staleNs;
        waiting.park(batch, 0);
    }

    private void refuse(final ReadRequest request, final boolean forGood, final String why) {
        counters.refused.increment();
        replica.refuse(request.batcherId, request.requestId, forGood, why, request.buffer, request.bufferOffset,
            request.length);
    }

    /** A node that may have lost votes, or does not count for another reason, says nothing (S15). */
    private void onMarkRequest(final int sender, final ReadMarkRequest request, final long nowNs) {
        final long mark = marks.mark();
        if (mark == ReadMarks.SILENT || sender < 0) {
            return;
        }
        answer.round = request.round;
        answer.mark = mark;
        answer.configuration = members.current().version();
        answer.count = marks.fill(answer.numbers);
        outbound.send(sender, answer);
    }

    private void onMark(final int sender, final ReadMark mark, final long nowNs) {
        round.onMark(sender, mark, nowNs);
        if (end()) {
            begin(nowNs);
        }
    }

    private boolean end() {
        if (!round.takeEnd()) {
            return false;
        }
        waiting.end(round.mark());
        if (stoodStillInRound) {
            stoodStillInRound = false;
        } else {
            freshness.onRound(round.mark(), round.startedNs());
        }
        return true;
    }

    /** Whatever has arrived by now shares the round that begins now; what comes later waits for the next (CM-11). */
    private int begin(final long nowNs) {
        if (round.isUnderWay() || !waiting.isRoundWanted()) {
            return 0;
        }
        waiting.begin();
        round.begin(nowNs);
        return 1;
    }

    @Override
    public int doWork(final long nowNs) {
        freshness.onApplied(replica.applied());
        int work = leased.doWork(nowNs) + judge(nowNs);
        work += begin(nowNs) + round.doWork(nowNs);
        if (end()) {
            freshness.onApplied(replica.applied());
        }
        waiting.applied(replica.applied());
        work += execute();
        reDrive(nowNs);
        if (sweepTime.isDue(nowNs)) {
            final int expired = waiting.expire(nowNs - expireNs);
            if (expired > 0) {
                EXPIRED.hit();
                counters.expired.add(expired);
            }
        }
        return work + longReads.doWork(nowNs);
    }

    @Override
    public boolean isWaiting() {
        return waiting.size() > 0 || round.isUnderWay() || longReads.isWaiting();
    }

    @Override
    public void close() {
        longReads.close();
    }

    private int execute() {
        int work = 0;
        int bytes = 0;
        ReadBatch batch = waiting.firstReady();
        while (batch != null && work < CYCLE_REQUESTS && bytes < CYCLE_BYTES && replica.isReadable()) {
            longReads.read(batch.batcherId, batch.requestId, batch.staleNs, batch.queries, 0, batch.length);
            counters.executed.increment();
            bytes += batch.length;
            waiting.removeFirstReady();
            work++;
            batch = waiting.firstReady();
        }
        return work;
    }

    /** A mark may stand above all that was ever chosen (P4): what has waited longest may wait for such a one. */
    private void reDrive(final long nowNs) {
        if (!waiting.isAnyParked() || !lookTime.isDue(nowNs)) {
            return;
        }
        final ReadBatch oldest = waiting.oldestParked();
        if (nowNs - oldest.arrivedNs >= resendNs && fillTime.isDue(nowNs)) {
            counters.fills.increment();
            marks.reDrive(oldest.target);
        }
    }
}
