package io.fleet.node.snapshot;

import io.fleet.consensus.SnapshotPermit;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.error.SnapshotFailedException;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.Replica;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Writes snapshots of one group while the node runs. The replica gets its turn from the leader, stops applying, has its
 * state written on another thread, and catches up from the ordered log, while that thread reads back what it has
 * written; the node's other roles go on all the while. One state, changed in one place.
 *
 * <p>The state is written only when the ordered log holds durably all that it covers: a snapshot is never ahead of the
 * log, so a start that finds both need not ask which of them is right.
 *
 * <p>A large state is not written for little log: only when as much has been applied as the last snapshot is long, so
 * that snapshots at most double what is written.
 *
 * <p>While a replica has its turn no other one of the group may write a snapshot, and trim behind it. So one whose disk
 * is full or hangs gives its turn back: what it waits for may never come. So does one that comes no nearer to its log's
 * end, since that grows as fast as it applies. One that could not be written is tried again soon, since what a group
 * has room for may depend on it (S13), and less and less often while it fails. Neither the state machine nor the disk
 * can be taken out of the hands of the thread that hangs in them, so such a replica applies nothing until that is over;
 * a snapshot that is whole then counts as any other, since all that it covers was applied and is durable (S6, S15).
 */
public final class SnapshotController {
    private static final CoverageMark NO_TURN = CoverageMark.named("running-snapshots.no-turn-in-time");
    private static final CoverageMark NOT_SETTLED = CoverageMark
        .named("running-snapshots.ordered-log-not-durable-in-time");
    private static final CoverageMark STANDS_STILL = CoverageMark
        .named("running-snapshots.turn-ended-before-it-has-caught-up");
    private static final CoverageMark HELD_UP = CoverageMark.named("running-snapshots.held-up");
    private static final CoverageMark REPLACED = CoverageMark.named("running-snapshots.unsound-one-replaced");
    private static final CoverageMark FAILED = CoverageMark.named("running-snapshots.not-written");
    private static final long TELL_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long FIRST_RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int PATIENCE_TIMEOUTS = 20;

    private enum State {
        /** Nothing is due. */
        IDLE,
        /** Waits for its turn; applies. */
        ASKING,
        /** Applies nothing; waits until the ordered log is durable. */
        SETTLING,
        /** Applies nothing; its state is being written. */
        WRITING,
        /** Applies nothing; its state is being written, which has not gone on for long. Others have their turns. */
        HELD_UP,
        /** Applies what was recorded meanwhile; the snapshot may be read back at the same time. */
        CATCHING_UP,
        /** It is no other replica's affair any more; the snapshot is read back, and the one before deleted. */
        VERIFYING
    }

    /** Somebody who waits for a snapshot of at least an LSN. */
    private record Waiter(long lsn, CompletableFuture<Long> written) {
    }

    private final int groupId;
    private final SnapshotConfig config;
    private final GroupSnapshots snapshots;
    private final SnapshotHandoff desk;
    private final Replica replica;
    private final SnapshotPermit turn;
    private final LongConsumer onWritten;
    private final NodeEvents events;
    private final long patienceNs;
    private final List<Waiter> waiters = new ArrayList<>();
    private final IntervalTimer tellTime = new IntervalTimer(TELL_NS);
    private final LogSinceSnapshot log;
    private State state = State.IDLE;
    private SnapshotJob job;
    private long lastNs;
    private long sinceNs;
    private long begunNs;
    private long retryNs;
    private long paceNs = FIRST_RETRY_NS;
    /** The least that it was behind since it applies again. */
    private long leastBehind;
    private long steps;
    private boolean started;
    private boolean failed;
    private boolean wanted;

    /**
     * The snapshots of a group on a running node.
     *
     * @param onWritten hears of each snapshot, by its LSN; also of the one that the node started from, and of 0 when
     *                  the one that there was turns out to be unsound.
     */
    public SnapshotController(final int groupId, final SnapshotConfig config, final GroupSnapshots snapshots,
                              final SnapshotHandoff desk, final Replica replica, final SnapshotPermit turn,
                              final LongConsumer onWritten,
                              final NodeEvents events, final long electionTimeoutMillis) {
        this.groupId = groupId;
        this.config = config;
        this.snapshots = snapshots;
        log = new LogSinceSnapshot(snapshots);
        this.desk = desk;
        this.replica = replica;
        this.turn = turn;
        this.onWritten = onWritten;
        this.events = events;
        patienceNs = TimeUnit.MILLISECONDS.toNanos(electionTimeoutMillis) * PATIENCE_TIMEOUTS;
        onWritten.accept(snapshots.last());
    }

    /** Asks for a snapshot of at least what is applied now. */
    public CompletableFuture<Long> request() {
        final CompletableFuture<Long> written = new CompletableFuture<>();
        if (config.atStopEntries() == 0) {
            written.completeExceptionally(new SnapshotFailedException("group " + groupId
                + " is hosted without snapshots: snapshotEntries is 0"));
        } else if (replica.applied() <= snapshots.last()) {
            written.complete(snapshots.last());
        } else if (state == State.HELD_UP) {
            written.completeExceptionally(new SnapshotFailedException("group " + groupId
                + ": the snapshot that is being written, at LSN " + job.lsn() + ", does not go on"));
        } else {
            waiters.add(new Waiter(replica.applied(), written));
        }
        return written;
    }

    /** A snapshot is of use although no bound is reached: the log of a group that rests holds up trimming. */
    public void want() {
        wanted = true;
    }

    /**
     * The snapshot here is unsound, as is found when another node reads it: it covers nothing any more, and whatever
     * rests on it must not go on doing so (S15). The state that it held is still in this replica.
     */
    public void replace(final long lsn) {
        if (lsn == snapshots.last()) {
            REPLACED.hit();
            snapshots.lost();
            onWritten.accept(0);
            wanted = true;
            failed = false;
        }
    }

    /** The node ends. */
    public void close() {
        waiters.forEach(waiter -> waiter.written.completeExceptionally(
            new SnapshotFailedException("the node has stopped before a snapshot of group " + groupId
                + " was written")));
        waiters.clear();
    }

    /** Whether none is under way, or asked for. */
    public boolean isIdle() {
        return state == State.IDLE && waiters.isEmpty();
    }

    /** Whether one is under way: of all groups of a node one at most, which goes on without a word. */
    public boolean isUnderWay() {
        return state != State.IDLE;
    }

    public int doWork(final long nowNs) {
        if (!started) {
            started = true;
            lastNs = nowNs;
        }
        return switch (state) {
            case IDLE -> idle(nowNs);
            case ASKING -> asking(nowNs);
            case SETTLING -> settling(nowNs);
            case WRITING, HELD_UP -> writing(nowNs);
            case CATCHING_UP -> catchingUp(nowNs);
            case VERIFYING -> verifying(nowNs);
        };
    }

    private int idle(final long nowNs) {
        if (!isDue(nowNs) || failed && nowNs - retryNs < 0 || !desk.reserve()) {
            return 0;
        }
        turn.ask();
        return become(State.ASKING, nowNs);
    }

    private int asking(final long nowNs) {
        if (turn.hasCome(replica.applied())) {
            replica.pause();
            turn.take();
            replica.hasten();
            return become(State.SETTLING, nowNs);
        }
        if (nowNs - sinceNs < patienceNs) {
            return 0;
        }
        NO_TURN.hit();
        desk.release();
        turn.end();
        failed = true;
        retryNs = nowNs + patienceNs;
        return become(State.IDLE, nowNs);
    }

    private int settling(final long nowNs) {
        if (replica.durable() < replica.applied() || !replica.isBetweenEntries()) {
            return nowNs - sinceNs < patienceNs ? 0 : giveUp(nowNs);
        }
        job = snapshots.begin(replica);
        tellTime.isDue(nowNs);
        events.onSnapshotBegun(groupId, job.lsn());
        begunNs = nowNs;
        steps = 0;
        desk.handOver(job);
        return become(State.WRITING, nowNs);
    }

    private int giveUp(final long nowNs) {
        NOT_SETTLED.hit();
        snapshots.notDurable(replica.applied(), replica.durable());
        replica.resume();
        leastBehind = Long.MAX_VALUE;
        desk.release();
        failed = true;
        retryNs = nowNs + RETRY_NS;
        return become(State.CATCHING_UP, nowNs);
    }

    private int writing(final long nowNs) {
        final boolean ended = desk.collect();
        if (!ended && !job.isStateWritten()) {
            tellProgress(nowNs);
            return state == State.WRITING ? watch(nowNs) : 0;
        }
        log.onStateWritten(replica.appliedBytes());
        replica.resume();
        leastBehind = Long.MAX_VALUE;
        if (ended) {
            finish(nowNs);
        }
        return become(State.CATCHING_UP, nowNs);
    }

    /** Whether what is written goes on; sees to it that nobody waits for it when it does not. */
    private int watch(final long nowNs) {
        if (job.steps() != steps) {
            steps = job.steps();
            sinceNs = nowNs;
        }
        if (nowNs - sinceNs < patienceNs) {
            return 0;
        }
        HELD_UP.hit();
        turn.letOthers();
        final String problem = "the snapshot at LSN " + job.lsn() + " has not gone on for "
            + TimeUnit.NANOSECONDS.toMillis(patienceNs) + " ms, behind " + job.bytes() + " bytes: the state machine or"
            + " the disk hangs. This replica applies nothing until it does; others may write theirs";
        snapshots.heldUp(problem);
        waiters.forEach(waiter -> waiter.written.completeExceptionally(
            new SnapshotFailedException("group " + groupId + ": " + problem)));
        waiters.clear();
        return become(State.HELD_UP, nowNs);
    }

    private void tellProgress(final long nowNs) {
        if (tellTime.isDue(nowNs)) {
            events.onSnapshotProgress(groupId, job.lsn(), job.bytes());
        }
    }

    private int catchingUp(final long nowNs) {
        if (job != null && desk.collect()) {
            finish(nowNs);
        }
        if (replica.isBehind()) {
            if (replica.applied() >= replica.durable()) {
                replica.hasten();
            }
            final long behind = replica.recorded() - replica.applied();
            if (behind < leastBehind) {
                leastBehind = behind;
                sinceNs = nowNs;
            }
            if (nowNs - sinceNs < patienceNs) {
                return 0;
            }
            STANDS_STILL.hit();
        }
        turn.end();
        return become(job == null ? State.IDLE : State.VERIFYING, nowNs);
    }

    private int verifying(final long nowNs) {
        if (!desk.collect()) {
            tellProgress(nowNs);
            return 0;
        }
        finish(nowNs);
        return become(State.IDLE, nowNs);
    }

    /** The job has ended, well or not. */
    private void finish(final long nowNs) {
        lastNs = nowNs;
        wanted = false;
        failed = !snapshots.end(job);
        if (failed) {
            FAILED.hit();
            // While it is written nothing is applied: no more than half of the time.
            retryNs = nowNs + Math.min(Math.max(paceNs, nowNs - begunNs), RETRY_NS);
            paceNs = Math.min(2 * paceNs, RETRY_NS);
        } else {
            paceNs = FIRST_RETRY_NS;
            log.onSnapshot();
            onWritten.accept(snapshots.last());
        }
        tellWaiters();
        job = null;
    }

    private void tellWaiters() {
        final List<Waiter> told = waiters.stream().filter(waiter -> waiter.lsn <= job.lsn()).toList();
        waiters.removeAll(told);
        for (final Waiter waiter : told) {
            if (failed) {
                waiter.written.completeExceptionally(new SnapshotFailedException("no snapshot of group " + groupId
                    + " at LSN " + job.lsn() + ": " + job.failure()));
            } else {
                waiter.written.complete(job.lsn());
            }
        }
    }

    private boolean isDue(final long nowNs) {
        final long applied = replica.applied();
        final long entries = applied - snapshots.last();
        if (config.atStopEntries() == 0 || entries <= 0 || replica.isBehind()) {
            return false;
        }
        final long bytes = log.bytes(replica.appliedBytes());
        return !waiters.isEmpty() || wanted
            || (config.entries() > 0 && entries >= config.entries() || config.bytes() > 0 && bytes >= config.bytes())
                && log.isWorthASnapshot(bytes + entries * LogRecord.HEADER_LENGTH, nowNs)
            || config.intervalMillis() > 0
                && nowNs - lastNs >= TimeUnit.MILLISECONDS.toNanos(config.intervalMillis());
    }

    private int become(final State next, final long nowNs) {
        state = next;
        sinceNs = nowNs;
        return 1;
    }
}
