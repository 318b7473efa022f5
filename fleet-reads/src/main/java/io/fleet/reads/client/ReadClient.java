package io.fleet.reads.client;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.client.command.ClientCounters;
import io.fleet.client.command.ClientReads;
import io.fleet.client.command.CommandLength;
import io.fleet.client.command.CommandOutcomes;
import io.fleet.client.command.ReplyAssembler;
import io.fleet.config.GroupConfig;
import io.fleet.config.ReplierPolicy;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.error.ClientClosedException;
import io.fleet.error.CommandFailedException;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.FleetException;
import io.fleet.error.OverloadedException;
import io.fleet.error.ReadNotServedException;
import io.fleet.error.ReadTimeoutException;
import io.fleet.error.ReplyTooLargeException;
import io.fleet.session.BytePool;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.coverage.CoverageMark;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.collections.IntArrayList;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The reads of one client that do not go through the log: sent to any replica, many in one packet, without a session. A
 * read that waits longer than such reads take lately (their smoothed time and four deviations) is sent to another
 * replica too, as far as a {@link HedgeBudget} allows, and the first answer counts. Remembers the highest LSN that an
 * answer to this client reflected, of reads and of commands, and asks no replica that may be stale for less (read your
 * writes, monotonic reads).
 *
 * <p>Pure and single-threaded, as {@link io.fleet.client.command.Batcher}; it has the same id. Bounded: {@code
 * clientWindow} reads, and 64 MiB.
 */
public final class ReadClient implements ClientReads {
    /** The most bytes of header and payload in one read. */
    public static final int MAX_READ_BYTES = ReadRequest.MAX_BYTES - CommandFrame.HEADER_LENGTH;

    private static final CoverageMark ELSEWHERE = CoverageMark.named("read-client.level-not-served-here");
    private static final CoverageMark HEDGED = CoverageMark.named("read-client.another-replica-asked");
    private static final CoverageMark LATER = CoverageMark.named("read-client.replica-said-later");
    private static final CoverageMark NO_BUDGET = CoverageMark.named("read-client.no-budget-for-another-replica");
    private static final CoverageMark OVERLOADED = CoverageMark.named("read-client.all-replicas-full");
    private static final CoverageMark OVERDUE = CoverageMark.named("read-client.read-overdue");
    /** Of reads in flight; one may have more. */
    private static final long MAX_BYTES = 64L << 20;
    /** The longest wait for more reads to send in the same packet. */
    private static final long MAX_WAIT_NS = 1_000_000;
    private static final long MIN_HEDGE_NS = 2_000_000;
    private static final long MAX_IDLE_BYTES = 4L << 20;
    private static final int MAX_SHIFT = 6;

    private final long batcherId;
    private final int maxCommandBytes;
    private final long timeoutNs;
    private final long retryNs;
    /** After which a packet is taken for lost. */
    private final long lostNs;
    private final Outbound outbound;
    private final ClientCounters counters;
    private final BytePool pool = new BytePool(MAX_IDLE_BYTES);
    private final ReadSlot[] slots;
    private final IntArrayList free = new IntArrayList();
    private final ArrayDeque<ReadSlot> queue = new ArrayDeque<>();
    private final ReplicaChoice choice;
    private final HedgeBudget budget;
    private final ReplyAssembler replies;
    private final ReadRequest request = new ReadRequest();
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[ReadRequest.MAX_BYTES]);
    private final ArrayDeque<ReadSlot> packed = new ArrayDeque<>();
    private long generation = 1;
    private long requests;
    private long bytes;
    private long leastLsn;
    private long smoothedNs;
    private long deviationNs;
    private long hedgeNs;
    private long nextScanNs;
    /** Slots from here on were never used. */
    private int used;
    /** Whether one of the answers that came together was. */
    private boolean measured;
    private boolean closed;

    /**
     * Creates a client that knows no member.
     *
     * @param config    the group's.
     * @param batcherId that of the batcher beside it: answers find their way by it.
     * @param outbound  the way to the group.
     * @param counters  where it counts.
     */
    public ReadClient(final GroupConfig config, final long batcherId, final Outbound outbound,
                      final ClientCounters counters) {
        this.batcherId = batcherId;
        this.outbound = outbound;
        this.counters = counters;
        maxCommandBytes = config.maxCommandBytes();
        timeoutNs = TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis());
        retryNs = TimeUnit.MILLISECONDS.toNanos(config.retryMillis());
        hedgeNs = retryNs;
        lostNs = Math.max(retryNs, timeoutNs / 2);
        replies = new ReplyAssembler(config.maxReplyBytes());
        slots = new ReadSlot[config.clientWindow()];
        for (int i = slots.length - 1; i >= 0; i--) {
            free.addInt(i);
        }
        budget = new HedgeBudget(slots.length);
        choice = new ReplicaChoice(BatcherId.node(batcherId), (int) batcherId,
            config.replierPolicy() == ReplierPolicy.RANDOM);
    }

    @Override
    public void members(final int[] members) {
        if (choice.nodes(members)) {
            for (int i = 0; i < used; i++) {
                slots[i].asked = 0;
                slots[i].refused = 0;
            }
        }
    }

    @Override
    public void onAnswered(final long lsn) {
        leastLsn = Math.max(leastLsn, lsn);
    }

    @Override
    public void check(final int headerLength, final int payloadLength) {
        final long length = (long) headerLength + payloadLength;
        if (length > MAX_READ_BYTES && length <= maxCommandBytes) {
            throw new CommandTooLargeException("read of " + length + " bytes (header " + headerLength + ", payload "
                + payloadLength + "), but beside the log it has at most " + MAX_READ_BYTES + ": ask through the log");
        }
        CommandLength.check(headerLength, payloadLength, maxCommandBytes);
    }

    @Override
    public boolean offer(final ReadConsistency consistency, final DirectBuffer header, final int headerOffset,
                         final int headerLength, final DirectBuffer payload, final int payloadOffset,
                         final int payloadLength, final long correlationId, final ReplyHandler handler,
                         final long nowNs) {
        if (closed) {
            throw new ClientClosedException("reader " + batcherId + " is closed");
        }
        check(headerLength, payloadLength);
        final int length = CommandFrame.HEADER_LENGTH + headerLength + payloadLength;
        if (free.isEmpty() || bytes > 0 && bytes + length > MAX_BYTES) {
            return false;
        }
        final int index = free.removeAt(free.size() - 1);
        if (slots[index] == null) {
            slots[index] = new ReadSlot();
            used = Math.max(used, index + 1);
        }
        final ReadSlot slot = slots[index];
        slot.fill(pool, generation++ * slots.length + index, header, headerOffset, headerLength, payload,
            payloadOffset, payloadLength);
        slot.consistency = consistency;
        slot.correlationId = correlationId;
        slot.handler = handler;
        slot.submitNs = nowNs;
        bytes += slot.length;
        enqueue(slot);
        return true;
    }

    @Override
    public int inFlight() {
        return slots.length - free.size();
    }

    @Override
    public void onReplyBatch(final int sender, final ReplyBatch m, final long nowNs) {
        if (m.batcherId != batcherId || !m.reads || closed) {
            return;
        }
        choice.heard(sender);
        if (m.length > 0 && !replies.complete(m)) {
            return;
        }
        measured = false;
        final DirectBuffer buffer = m.buffer;
        final int end = m.bufferOffset + m.length;
        int offset = m.bufferOffset;
        while (offset < end && !closed) {
            final int left = end - offset;
            final int length = left < ReplyFrame.HEADER_LENGTH ? 0
                : buffer.getInt(offset + ReplyFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            if (length < ReplyFrame.HEADER_LENGTH || length > left) {
                counters.countBadFrame();
                return;
            }
            onReply(sender, m, buffer, offset, length, nowNs);
            offset += length;
        }
    }

    private void onReply(final int sender, final ReplyBatch m, final DirectBuffer buffer, final int offset,
                         final int length, final long nowNs) {
        final long sequence = buffer.getLong(offset + ReplyFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN);
        final ReadSlot slot = sequence < slots.length ? null : slots[(int) (sequence & slots.length - 1)];
        if (slot == null || slot.sequence != sequence || slot.attempts == 0) {
            return;
        }
        final int at = offset + ReplyFrame.HEADER_LENGTH;
        final int count = length - ReplyFrame.HEADER_LENGTH;
        switch (buffer.getByte(offset + ReplyFrame.STATUS_OFFSET)) {
            case ReplyFrame.OK -> {
                measure(slot, nowNs);
                budget.answered();
                leastLsn = Math.max(leastLsn, m.lsn);
                reply(slot, m.lsn, m.staleNs, buffer, at, count);
            }
            case ReplyFrame.FAILED ->
                fail(slot, new CommandFailedException(buffer.getStringWithoutLengthUtf8(at, count)));
            case ReplyFrame.REPLY_TOO_LARGE ->
                fail(slot, new ReplyTooLargeException(name(slot) + " was executed, but its answer was over"
                    + " maxReplyBytes"));
            case ReplyFrame.NOT_SERVED -> {
                ELSEWHERE.hit();
                choice.silent(sender, nowNs, retryNs);
                slot.notServed = buffer.getStringWithoutLengthUtf8(at, count);
                refused(slot, sender, slot.notServed, nowNs);
            }
            case ReplyFrame.READ_LATER -> later(slot, nowNs);
            case ReplyFrame.READ_OVERLOADED -> {
                slot.foundFull = true;
                refused(slot, sender, buffer.getStringWithoutLengthUtf8(at, count), nowNs);
            }
            default -> counters.countBadFrame();
        }
    }

    /**
     * A packet may come twice, and a replica that was asked again since it refused may execute the read. Where one of
     * them had no room the same read may be executed another time.
     */
    private void refused(final ReadSlot slot, final int sender, final String why, final long nowNs) {
        final long bit = choice.bit(sender) & slot.asked & ~slot.refused;
        if (bit == 0) {
            return;
        }
        slot.refused |= bit;
        if (!choice.isAll(slot.refused)) {
            later(slot, nowNs);
        } else if (slot.foundFull) {
            OVERLOADED.hit();
            fail(slot, new OverloadedException(name(slot) + " was executed by none of " + choice.size()
                + " replicas: " + why));
        } else {
            fail(slot, new ReadNotServedException(why));
        }
    }

    private void later(final ReadSlot slot, final long nowNs) {
        LATER.hit();
        slot.turnedAway = true;
        slot.nextSendNs = Math.min(slot.nextSendNs, nowNs + MIN_HEDGE_NS);
        nextScanNs = Math.min(nextScanNs, slot.nextSendNs);
    }

    /**
     * As TCP sets its timer (RFC 6298), once for the answers of a packet, but also of reads that were sent again, from
     * the first time: where all replicas are slow these are all, and asking ever more of them would make them slower
     * still.
     */
    private void measure(final ReadSlot slot, final long nowNs) {
        if (measured) {
            return;
        }
        measured = true;
        final long taken = Math.max(1, nowNs - slot.firstSentNs);
        if (smoothedNs == 0) {
            smoothedNs = taken;
            deviationNs = taken / 2;
        } else {
            deviationNs += (Math.abs(taken - smoothedNs) - deviationNs) / 4;
            smoothedNs += (taken - smoothedNs) / 8;
        }
        hedgeNs = Math.min(retryNs, Math.max(MIN_HEDGE_NS, smoothedNs + 4 * deviationNs));
    }

    @Override
    public int doWork(final long nowNs) {
        if (closed || inFlight() == 0) {
            return 0;
        }
        int work = 0;
        if (nowNs - nextScanNs >= 0 || nextScanNs - nowNs > retryNs) {
            nextScanNs = nowNs + hedgeNs / 4;
            work += scan(nowNs);
        }
        return closed ? work : work + send(nowNs);
    }

    private int scan(final long nowNs) {
        int work = 0;
        for (int i = 0; i < used && !closed; i++) {
            final ReadSlot slot = slots[i];
            if (slot == null || slot.isFree()) {
                continue;
            }
            if (nowNs - slot.submitNs >= timeoutNs) {
                OVERDUE.hit();
                fail(slot, overdue(slot));
                work++;
            } else if (!slot.queued && nowNs - slot.nextSendNs >= 0) {
                work += askAnother(slot, nowNs);
            }
        }
        return work;
    }

    /**
     * Without a budget it waits until its packet must have been lost: for half of {@code requestTimeoutMillis}.
     */
    private int askAnother(final ReadSlot slot, final long nowNs) {
        choice.silent(slot.node, nowNs, hedgeNs);
        if (!slot.turnedAway && nowNs - slot.sentNs < lostNs && !budget.take(nowNs, hedgeNs)) {
            NO_BUDGET.hit();
            return 0;
        }
        HEDGED.hit();
        counters.countSentAgain();
        enqueue(slot);
        return 1;
    }

    /** A member that is away does not make another failure of it that nobody who is there serves it. */
    private FleetException overdue(final ReadSlot slot) {
        if (slot.notServed != null && !slot.foundFull) {
            return new ReadNotServedException(slot.notServed + "; of " + choice.size() + " replicas nobody else has"
                + " answered within requestTimeoutMillis " + TimeUnit.NANOSECONDS.toMillis(timeoutNs));
        }
        final String late = name(slot) + " had no answer within requestTimeoutMillis "
            + TimeUnit.NANOSECONDS.toMillis(timeoutNs);
        return new ReadTimeoutException(choice.isEmpty() ? late + ": no member of the group is known"
            : late + ": it was sent " + (slot.attempts == 1 ? "once" : slot.attempts + " times")
                + ", last to node " + slot.node + " of "
                + choice.describe());
    }

    private void enqueue(final ReadSlot slot) {
        slot.queued = true;
        queue.addLast(slot);
    }

    private int send(final long nowNs) {
        int work = 0;
        while (!queue.isEmpty()) {
            final ReadSlot first = queue.peekFirst();
            if (!first.queued) {
                queue.removeFirst();
                continue;
            }
            final int waiting = queue.size();
            if (!maySend(waiting, inFlight() - waiting, first.submitNs, nowNs)) {
                break;
            }
            final int node = choice.choose(first.node, first.asked, nowNs);
            if (node == ReplicaChoice.NOBODY || !outbound.send(node, fill(first, node))) {
                packed.clear();
                break;
            }
            work += packed.size();
            while (!packed.isEmpty()) {
                sent(packed.pollFirst(), node, nowNs);
            }
        }
        return work;
    }

    /**
     * Whether a packet may be sent now: each costs a round of questions, or a share of one. While much is under way
     * there are so two packets for each replica, one that it executes and the next.
     */
    private boolean maySend(final long waiting, final long underWay, final long firstSubmitNs, final long nowNs) {
        return waiting * 2 * choice.size() >= underWay || nowNs - firstSubmitNs >= MAX_WAIT_NS;
    }

    /** One packet: the first that waits, and what waits behind it, is of its level and was not sent to this node. */
    private ReadRequest fill(final ReadSlot first, final int node) {
        int length = 0;
        packed.clear();
        for (final ReadSlot slot : queue) {
            if (slot.queued && slot.consistency.equals(first.consistency) && (slot == first || slot.node != node)) {
                if (length + slot.length > packet.capacity()) {
                    break;
                }
                packet.putBytes(length, slot.frame, 0, slot.length);
                length += slot.length;
                packed.addLast(slot);
            } else if (slot.queued) {
                break;
            }
        }
        request.batcherId = batcherId;
        request.requestId = ++requests;
        request.leastLsn = first.consistency.isLinearizable() ? 0 : leastLsn;
        request.maxStaleMillis = first.consistency.maxMillis();
        request.level = first.consistency.level().ordinal();
        request.buffer = packet;
        request.bufferOffset = 0;
        request.length = length;
        return request;
    }

    private void sent(final ReadSlot slot, final int node, final long nowNs) {
        queue.remove(slot);
        slot.queued = false;
        choice.done(slot.node);
        choice.sent(node);
        slot.node = node;
        if (slot.attempts == 0) {
            slot.firstSentNs = nowNs;
        }
        slot.sentNs = nowNs;
        slot.turnedAway = false;
        slot.nextSendNs = nowNs + Math.min(retryNs, hedgeNs << Math.min(slot.attempts, MAX_SHIFT));
        slot.attempts++;
        slot.asked |= choice.bit(node);
        slot.refused &= ~choice.bit(node);
        nextScanNs = Math.min(nextScanNs, slot.nextSendNs);
        counters.countSent();
    }

    @Override
    public void close(final FleetException why) {
        if (closed) {
            return;
        }
        closed = true;
        for (final ReadSlot slot : slots) {
            if (slot != null && !slot.isFree()) {
                fail(slot, why != null ? why
                    : new ClientClosedException(name(slot) + " was in flight when the client was closed"));
            }
        }
        queue.clear();
    }

    private void reply(final ReadSlot slot, final long lsn, final long staleNs, final DirectBuffer buffer,
                       final int offset, final int length) {
        final ReplyHandler handler = slot.handler;
        final long correlationId = slot.correlationId;
        release(slot);
        CommandOutcomes.reply(handler, correlationId, lsn, staleNs, buffer, offset, length, counters);
    }

    private void fail(final ReadSlot slot, final FleetException failure) {
        final ReplyHandler handler = slot.handler;
        final long correlationId = slot.correlationId;
        release(slot);
        CommandOutcomes.fail(handler, correlationId, failure, counters);
    }

    private void release(final ReadSlot slot) {
        if (slot.queued) {
            queue.remove(slot);
            slot.queued = false;
        }
        choice.done(slot.node);
        bytes -= slot.length;
        final int index = (int) (slot.sequence & slots.length - 1);
        slot.clear(pool);
        free.addInt(index);
    }

    private String name(final ReadSlot slot) {
        return "read " + slot.correlationId + " (" + slot.consistency + ", batcher " + batcherId + ", sequence "
            + slot.sequence + ")";
    }
}
