package io.fleet.reads.concurrent;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ModeCounter;
import io.fleet.consensus.common.Counter;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.consensus.reads.ReadableReplica;
import io.fleet.machine.ConcurrentQueries;
import io.fleet.machine.ReadView;
import io.fleet.machine.StateMachine;
import io.fleet.replica.CommandView;
import io.fleet.replica.ReplyBuffer;
import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.coverage.CoverageMark;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Queries that do not go through the log and that the machine calls long ({@link ConcurrentQueries}): each gets a view
 * of the state as it is when its turn comes, at the LSN that its level asked for, and is executed by the {@link
 * ReadPool} while the replica goes on. Answers come back by a bounded queue and are sent here, with the LSN of the
 * view. One that is sent again meanwhile gets the answer to the first. The others of a request are executed at once.
 * The replica's thread.
 */
public final class LongReads {
    /** How many of a group may be in the pool, or on the way back, at a time (S13). */
    static final int MAX_IN_FLIGHT = 1_024;
    private static final CoverageMark FULL = CoverageMark.named("long-reads.no-room-in-the-pool");
    private static final CoverageMark TOO_LONG = CoverageMark.named("long-reads.answers-wait-to-be-sent");
    private static final CoverageMark REPEATED = CoverageMark.named("long-reads.asked-again-meanwhile");
    private static final CoverageMark EXPIRED = CoverageMark.named("long-reads.nobody-waits-any-more");
    private static final CoverageMark PAUSED = CoverageMark.named("long-reads.view-closed-after-a-snapshot");
    private static final CoverageMark NOT_CLOSED = CoverageMark.named("long-reads.view-that-cannot-be-closed");

    private final ReadableReplica replica;
    private final ReadPool pool;
    private final int maxReplyBytes;
    private final CommandCursor cursor = new CommandCursor();
    private final CommandView query = new CommandView();
    private final ExpandableArrayBuffer others = new ExpandableArrayBuffer();
    private final Map<LongRead.Asked, LongRead> inFlight = new HashMap<>();
    private final ManyToOneConcurrentArrayQueue<LongRead> done = new ManyToOneConcurrentArrayQueue<>(MAX_IN_FLIGHT);
    /** Views that are not needed any more, while a snapshot is written. */
    private final ArrayDeque<ReadView> unneeded = new ArrayDeque<>();
    private final long expireNs;
    private final IntervalTimer sweepTime;
    private final Counter executed = new Counter();
    private final Counter refused = new Counter();
    private final Counter expired = new Counter();
    private final Counter running = new Counter();
    private final List<ModeCounter> counters = List.of(
        new ModeCounter("reads.long.executed", "Long reads that were executed by the pool", executed, false),
        new ModeCounter("reads.long.refused", "Long reads that were refused: the pool was full", refused, false),
        new ModeCounter("reads.long.expired", "Long reads that waited for the pool longer than their client does",
            expired, false),
        new ModeCounter("reads.long.running", "Long reads in the pool now", running, true));

    /**
     * Creates it.
     *
     * @param config  the group's configuration.
     * @param replica whose machine is asked.
     * @param pool    who executes them.
     */
    public LongReads(final GroupConfig config, final ReadableReplica replica, final ReadPool pool) {
        this.replica = replica;
        this.pool = pool;
        maxReplyBytes = config.maxReplyBytes();
        expireNs = TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis());
        sweepTime = new IntervalTimer(expireNs / 8);
    }

    /**
     * What is counted. Any thread.
     *
     * @return the same at each call; nothing where there is no pool.
     */
    public List<ModeCounter> counters() {
        return pool.isOff() ? List.of() : counters;
    }

    /**
     * As {@link ReadableReplica#answer}, but for long queries, of which there is a view afterwards.
     *
     * @param batcherId who asks.
     * @param requestId the batcher's number of the request.
     * @param staleNs   how old the state may be.
     * @param queries   where they are.
     * @param offset    of the first byte.
     * @param length    in bytes.
     */
    public void read(final long batcherId, final long requestId, final long staleNs, final DirectBuffer queries,
                     final int offset, final int length) {
        final StateMachine machine = replica.machine();
        if (pool.isOff() || !(machine instanceof ConcurrentQueries)) {
            replica.answer(batcherId, requestId, staleNs, queries, offset, length);
            return;
        }
        final ConcurrentQueries concurrent = (ConcurrentQueries) machine;
        int at = offset;
        int others = 0;
        cursor.wrap(queries, offset, length);
        while (cursor.next()) {
            final int frame = queries.getInt(at + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            if (cursor.kind() == CommandFrame.READ && isLong(concurrent, queries)) {
                begin(concurrent, new LongRead.Asked(batcherId, cursor.sequence()), requestId, staleNs, queries,
                    at, frame);
            } else {
                this.others.putBytes(others, queries, at, frame);
                others += frame;
            }
            at += frame;
        }
        if (others > 0) {
            replica.answer(batcherId, requestId, staleNs, this.others, 0, others);
        }
    }

    private boolean isLong(final ConcurrentQueries machine, final DirectBuffer queries) {
        try {
            return machine.isLong(query.wrap(queries, cursor, replica.applied(), replica.logTime()));
        } catch (final Exception | Error e) {
            replica.survive("isLong", replica.applied(), e);
            return false;
        }
    }

    private void begin(final ConcurrentQueries machine, final LongRead.Asked by, final long requestId,
                       final long staleNs, final DirectBuffer queries, final int at, final int length) {
        if (inFlight.containsKey(by)) {
            REPEATED.hit();
            return;
        }
        final ReadView view;
        try {
            view = Objects.requireNonNull(machine.view(), "the machine gave no view of its state");
        } catch (final Exception | Error e) {
            replica.survive("view", replica.applied(), e);
            final ReplyBuffer failure = new ReplyBuffer(maxReplyBytes);
            failure.fail(e);
            replica.send(by.batcherId(), requestId, by.sequence(), replica.applied(), staleNs, failure.status(),
                failure.buffer(), failure.storedLength());
            return;
        }
        final LongRead read = new LongRead(by, requestId, staleNs, replica.applied(), replica.logTime(), view, queries,
            at, length, maxReplyBytes, this::onExecuted, pool);
        if (inFlight.size() < MAX_IN_FLIGHT && pool.offer(read)) {
            inFlight.put(by, read);
            running.set(inFlight.size());
        } else {
            FULL.hit();
            refused.increment();
            close(view);
            say(read, ReplyFrame.READ_OVERLOADED, "as many long reads wait for a thread as may");
        }
    }

    /** By a thread of the pool. */
    private void onExecuted(final LongRead read) {
        done.add(read);
        replica.executed();
    }

    /** Refuses it, which shows nothing of the state, and so waits for nothing. */
    private void say(final LongRead read, final byte status, final String why) {
        final byte[] text = why.getBytes(StandardCharsets.UTF_8);
        final long lsn = Math.min(read.lsn, replica.released());
        replica.send(read.by.batcherId(), read.requestId, read.by.sequence(), lsn, ReplyBatch.NOT_STALE, status,
            new UnsafeBuffer(text), text.length);
    }

    /** Whether any is executed, or waits to be. */
    public boolean isWaiting() {
        return !inFlight.isEmpty();
    }

    /**
     * One duty cycle: answers what was executed.
     *
     * @param nowNs the time.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        if (inFlight.isEmpty() && unneeded.isEmpty()) {
            return 0;
        }
        int work = 0;
        for (LongRead read = done.poll(); read != null; read = done.poll()) {
            inFlight.remove(read.by);
            running.set(inFlight.size());
            if (read.takeBack()) {
                TOO_LONG.hit();
                refused.increment();
                say(read, ReplyFrame.READ_OVERLOADED, "answers of " + LongRead.MAX_DONE_BYTES
                    + " bytes wait to be sent");
            } else {
                executed.increment();
                replica.surviveElsewhere("query of a view", read.lsn, read.thrown());
                final ReplyBuffer reply = read.reply();
                replica.send(read.by.batcherId(), read.requestId, read.by.sequence(), read.lsn, read.staleNs,
                    reply.status(), reply.buffer(), reply.storedLength());
            }
            unneeded.addLast(read.view);
            work++;
        }
        if (sweepTime.isDue(nowNs)) {
            sweep(nowNs);
        }
        return work + closeViews();
    }

    /** A snapshot is written on another thread: the machine is not called meanwhile. */
    private int closeViews() {
        if (replica.isPaused() && !unneeded.isEmpty()) {
            PAUSED.hit();
            return 0;
        }
        final int closed = unneeded.size();
        while (!unneeded.isEmpty()) {
            close(unneeded.pollFirst());
        }
        return closed;
    }

    /** What a machine throws here is of no consequence for its node. */
    private void close(final ReadView view) {
        try {
            view.close();
        } catch (final Exception | Error e) {
            replica.survive("close of a view", replica.applied(), e);
            NOT_CLOSED.hit();
        }
    }

    private void sweep(final long nowNs) {
        for (final Iterator<LongRead> i = inFlight.values().iterator(); i.hasNext();) {
            final LongRead read = i.next();
            if (read.seenNs == 0) {
                read.seenNs = nowNs;
            } else if (nowNs - read.seenNs >= expireNs && pool.withdraw(read)) {
                EXPIRED.hit();
                expired.increment();
                unneeded.addLast(read.view);
                i.remove();
            }
        }
        running.set(inFlight.size());
    }

    /**
     * The node ends: answers what was executed, and tells those whose queries have not begun to ask another replica.
     * After the pool has ended, and no snapshot is being written. A view whose query still runs is left alone, and so
     * are all views of a machine that has not come back from an entry.
     */
    public void close() {
        doWork(0);
        for (final LongRead read : inFlight.values()) {
            if (pool.withdraw(read)) {
                unneeded.addLast(read.view);
            }
            say(read, ReplyFrame.READ_LATER, "the node stops");
        }
        inFlight.clear();
        running.set(0);
        closeViews();
        unneeded.clear();
    }
}
