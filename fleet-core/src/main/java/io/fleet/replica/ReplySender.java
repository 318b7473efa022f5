package io.fleet.replica;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.Checksum;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * Gathers the answers to the commands of one entry and sends them to its batcher: as soon as they are some MiB, and in
 * as many packets as they need, so that memory does not depend on how many there are. What cannot be taken at once
 * waits, each batcher's in order, up to a bound of bytes; what is lost is made good by a retry (S9, S10). A batcher
 * that takes nothing for long, or to which there is no way, loses all that waits for it. Where replicas hold leases,
 * whatever reflects more than is known to be released waits for that first, whoever asked and for what (L8).
 */
final class ReplySender {
    /** What is gathered before it leaves, in bytes; a longer answer leaves alone. */
    static final int PIECE = 4 << 20;
    private static final CoverageMark OVERFLOWED = CoverageMark.named("reply-sender.too-much-waits");
    private static final CoverageMark WAITS = CoverageMark.named("reply-sender.replies-wait");
    private static final CoverageMark GIVEN_UP = CoverageMark.named("reply-sender.batcher-given-up");
    private static final CoverageMark UNREACHABLE = CoverageMark.named("reply-sender.no-way-to-the-batcher");
    private static final CoverageMark MADE_ROOM = CoverageMark.named("reply-sender.stuck-batcher-makes-room");
    private static final CoverageMark PARKED = CoverageMark.named("reply-sender.waits-until-it-is-released");
    private static final CoverageMark NOT_PARKED = CoverageMark.named("reply-sender.too-much-is-not-released");
    private static final CoverageMark IN_PIECES = CoverageMark.named("reply-sender.answers-leave-in-pieces");
    private static final int RETAINED = PIECE;
    private static final int FIRST_CAPACITY = 4096;
    /** After so many cycles without room the batcher is taken for gone; once more for each 8 MiB of a message. */
    private static final int MAX_CYCLES = 5_000;
    /** How many batchers that take nothing are tried in one cycle. */
    private static final int MAX_REFUSALS = 64;
    private static final int MAX_GIVEN_UP = 4_096;
    private static final long NOTHING = -1;

    private final Outbound outbound;
    private final GroupCounters counters;
    private final ReplyBatch batch = new ReplyBatch();
    private final ReplyQueues waiting = new ReplyQueues();
    /** Batchers that took nothing for long, and nothing since: what they do not take at once is not kept. */
    private final LongHashSet givenUp = new LongHashSet();
    private final ParkedReplies parked;
    private final Checksum checksum = new Checksum();
    private ExpandableArrayBuffer frames = new ExpandableArrayBuffer(FIRST_CAPACITY);
    private int length;
    /** Pieces that are full and have not left yet; in turn with their lengths. Null for none. */
    private ArrayDeque<Piece> full;
    /** What waits for the batcher, as of when its answers were begun, in bytes; {@link #NOTHING} for nothing. */
    private long waitingOfBatcher = NOTHING;
    private int skipped;
    private long batcherId;
    private long entrySequence;
    private long ballot;
    private long lsn;
    private long staleNs;
    private boolean reads;
    private long cycle;
    private long numbered;

    ReplySender(final Outbound outbound, final GroupCounters counters) {
        this(outbound, counters, Long.MAX_VALUE);
    }

    /** {@code released}: up to where answers may show what was applied, until {@link #release} says more. */
    ReplySender(final Outbound outbound, final GroupCounters counters, final long released) {
        this.outbound = outbound;
        this.counters = counters;
        parked = new ParkedReplies(released);
    }

    /** Up to where answers may show what was applied. */
    long released() {
        return parked.released();
    }

    /** Answers may show what was applied up to an LSN: those that waited for that are sent (L8). */
    int release(final long upTo) {
        parked.release(upTo);
        int work = 0;
        for (ReplyQueue.Message next = parked.poll(); next != null; next = parked.poll()) {
            next.fill(batch);
            sendOrKeep(true);
            work++;
        }
        return work;
    }

    /** What the answers take that wait for room, in bytes of heap. */
    long waitingBytes() {
        return waiting.bytes();
    }

    /** What the answers to one batcher take that wait for room, in bytes of heap. */
    long waitingBytes(final long batcher) {
        final ReplyQueue queue = waiting.of(batcher);
        return queue == null ? 0 : queue.bytes();
    }

    /** What the answers take that wait to be released, in bytes of heap. */
    long parkedBytes() {
        return parked.bytes();
    }

    /** All that this takes, in bytes of heap. */
    long heldBytes() {
        return waiting.bytes() + parked.bytes() + frames.capacity()
            + (full == null ? 0 : full.stream().mapToLong(piece -> piece.frames.capacity()).sum());
    }

    /** The next answers are those to commands of an entry, on the state after it. */
    void begin(final long toBatcher, final long entry, final long leaderBallot, final long entryLsn) {
        begin(toBatcher, entry, leaderBallot, entryLsn, ReplyBatch.NOT_STALE, false);
    }

    /** The next answers are those to a request of reads. */
    void beginReads(final long toBatcher, final long requestId, final long leaderBallot, final long atLsn,
                    final long stale) {
        begin(toBatcher, requestId, leaderBallot, atLsn, stale, true);
    }

    private void begin(final long toBatcher, final long sequence, final long leaderBallot, final long atLsn,
                       final long stale, final boolean areReads) {
        batcherId = toBatcher;
        entrySequence = sequence;
        ballot = leaderBallot;
        lsn = atLsn;
        staleNs = stale;
        reads = areReads;
        full = null;
        skipped = 0;
        empty();
        look();
    }

    /** Whether more may be gathered is asked by who may not see what waits. */
    private void look() {
        final ReplyQueue queue = waiting.of(batcherId);
        waitingOfBatcher = queue == null ? NOTHING : queue.bytes();
        parked.look(lsn);
    }

    private void empty() {
        length = 0;
        if (frames.capacity() > RETAINED) {
            frames = new ExpandableArrayBuffer(FIRST_CAPACITY);
        }
    }

    /**
     * Whether another answer is sent or kept, rather than lost because too much waits for its batcher. By what waited
     * at {@link #begin} or the last {@link #flush}, since it is asked by who has not the node's duty.
     */
    boolean hasRoom() {
        final int more = length + PIECE + ReplyQueue.MESSAGE_OVERHEAD;
        return parked.hadRoomFor(more)
            && (waitingOfBatcher == NOTHING || waitingOfBatcher + more <= ReplyQueues.MAX_BYTES_OF_ONE);
    }

    /** An answer is not even made, since it would be lost; counted by {@link #flush}. */
    void skip() {
        OVERFLOWED.hit();
        skipped++;
    }

    /** Whether a piece waits for {@link #flush}: no more should be added before. */
    boolean isFull() {
        return full != null;
    }

    /** Gathers an answer. Touches nothing but what is gathered, and so needs not the node's duty. */
    void add(final byte status, final long sessionId, final long sequence, final DirectBuffer answer, final int offset,
             final int answerLength) {
        final int frameLength = ReplyFrame.HEADER_LENGTH + answerLength;
        if (length > 0 && length + frameLength > PIECE) {
            IN_PIECES.hit();
            full = full == null ? new ArrayDeque<>() : full;
            full.addLast(new Piece(frames, length));
            frames = new ExpandableArrayBuffer(FIRST_CAPACITY);
            length = 0;
        }
        if (frameLength > PIECE) {
            frames = new ExpandableArrayBuffer(frameLength);
        }
        putHead(frames, length, frameLength, status, sessionId, sequence);
        frames.putBytes(length + ReplyFrame.HEADER_LENGTH, answer, offset, answerLength);
        length += frameLength;
    }

    /** Sends what was added and has not left yet. */
    void flush() {
        if (full != null) {
            for (final Piece piece : full) {
                send(piece.frames, piece.length);
            }
            full = null;
            look();
        }
        if (length > 0) {
            send(frames, length);
            empty();
        }
        if (skipped > 0) {
            counters.repliesLost.add(skipped);
            skipped = 0;
        }
    }

    private void send(final DirectBuffer buffer, final int totalLength) {
        describe(batcherId, entrySequence, ballot, lsn, staleNs, reads, buffer, totalLength);
        sendOrKeep(false);
    }

    /** An answer of its own, which nobody changes any more, on the state after an LSN. */
    void send(final ReplyAddress to, final long leaderBallot, final long atLsn, final DirectBuffer frame,
              final int frameLength) {
        describe(to.batcherId(), to.entrySequence(), leaderBallot, atLsn, to.staleNs(), to.isRead(), frame,
            frameLength);
        sendOrKeep(true);
    }

    static void putHead(final MutableDirectBuffer target, final int at, final int frameLength, final byte status,
                        final long sessionId, final long sequence) {
        target.putInt(at + ReplyFrame.LENGTH_OFFSET, frameLength, ByteOrder.LITTLE_ENDIAN);
        target.putInt(at + ReplyFrame.STATUS_OFFSET, status, ByteOrder.LITTLE_ENDIAN);
        target.putLong(at + ReplyFrame.SESSION_OFFSET, sessionId, ByteOrder.LITTLE_ENDIAN);
        target.putLong(at + ReplyFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
    }

    private void describe(final long toBatcher, final long sequence, final long leaderBallot, final long atLsn,
                          final long stale, final boolean areReads, final DirectBuffer buffer,
                          final int totalLength) {
        batch.batcherId = toBatcher;
        batch.entrySequence = sequence;
        batch.ballot = leaderBallot;
        batch.leader = Ballot.node(leaderBallot);
        batch.lsn = atLsn;
        batch.staleNs = stale;
        batch.reads = areReads;
        batch.number = totalLength > EntryBody.MAX_CHUNK ? numberOf(buffer, totalLength) : 0;
        batch.totalLength = totalLength;
        batch.buffer = buffer;
    }

    /** Not two of one life have the same, and those of two lives only if their bytes have the same checksum. */
    private long numberOf(final DirectBuffer buffer, final int totalLength) {
        numbered++;
        return (long) checksum.of(buffer, 0, totalLength) << Integer.SIZE | numbered & 0xFFFF_FFFFL;
    }

    /** Sends the batch; what is left is kept until there is room, or lost. A buffer that is given away may be kept. */
    private void sendOrKeep(final boolean isOwned) {
        if (batch.lsn > parked.released()) {
            park(isOwned);
            return;
        }
        final long to = batch.batcherId;
        final boolean isBehind = waiting.of(to) != null;
        final int sent = isBehind ? 0 : sendFrom(0, 0);
        if (sent > 0 && !givenUp.isEmpty()) {
            givenUp.remove(to);
        }
        if (sent == batch.totalLength) {
            counters.repliesSent.increment();
        } else if (isBehind || sent > 0 || mayWait(to)) {
            keep(sent, isOwned);
        } else {
            counters.repliesLost.increment();
        }
    }

    private void park(final boolean isOwned) {
        if (parked.add(batch, isOwned)) {
            PARKED.hit();
        } else {
            NOT_PARKED.hit();
            counters.repliesLost.increment();
        }
    }

    /** Whether it makes sense to wait for a batcher that has just taken nothing. */
    private boolean mayWait(final long to) {
        if (!outbound.isBatcherKnown(to)) {
            UNREACHABLE.hit();
            return false;
        }
        return givenUp.isEmpty() || !givenUp.contains(to);
    }

    private void keep(final int sent, final boolean isOwned) {
        final long bytes = batch.totalLength - sent + ReplyQueue.MESSAGE_OVERHEAD;
        if (!waiting.mayHold(batch.batcherId, bytes) || !makeRoom(bytes + ReplyQueue.OVERHEAD)) {
            OVERFLOWED.hit();
            counters.repliesLost.increment();
            return;
        }
        WAITS.hit();
        waiting.add(batch.batcherId, new ReplyQueue.Message(batch, sent, isOwned), cycle);
    }

    /** Batchers that have taken nothing for a while lose what waits for them, where others need the room. */
    private boolean makeRoom(final long bytes) {
        while (!waiting.isRoomFor(bytes)) {
            final ReplyQueue stuck = waiting.mostStuck(batch.batcherId, cycle);
            if (stuck == null) {
                return false;
            }
            MADE_ROOM.hit();
            drop(stuck);
        }
        return true;
    }

    private void drop(final ReplyQueue queue) {
        counters.repliesLost.add(queue.size());
        waiting.remove(queue);
    }

    /** Goes on with what waits, each batcher's in order; one that takes nothing holds up no other. */
    int doWork() {
        cycle++;
        if (waiting.isEmpty()) {
            return 0;
        }
        int work = 0;
        int refusals = 0;
        for (int i = waiting.size(); i > 0 && refusals < MAX_REFUSALS; i--) {
            final ReplyQueue next = waiting.next();
            final int sent = goOn(next);
            work += sent;
            if (sent > 0) {
                next.progressed = cycle;
            } else {
                refusals++;
                giveUp(next);
            }
        }
        return work;
    }

    /** Sends of a queue what there is room for; how many bytes. */
    private int goOn(final ReplyQueue queue) {
        int work = 0;
        boolean hasRoom = true;
        while (hasRoom && queue.size() > 0) {
            final ReplyQueue.Message message = queue.first();
            message.fill(batch);
            final int sent = sendFrom(message.sent, message.from());
            work += sent - message.sent;
            message.sent = sent;
            hasRoom = sent == message.totalLength;
            if (hasRoom) {
                counters.repliesSent.increment();
                waiting.removeFirst(queue);
            }
        }
        return work;
    }

    private void giveUp(final ReplyQueue queue) {
        final long patience = MAX_CYCLES * (1L + (queue.first().totalLength >> 23));
        if (!outbound.isBatcherKnown(queue.batcherId)) {
            UNREACHABLE.hit();
            drop(queue);
        } else if (cycle - queue.progressed > patience) {
            GIVEN_UP.hit();
            if (givenUp.size() == MAX_GIVEN_UP) {
                givenUp.clear();
            }
            givenUp.add(queue.batcherId);
            drop(queue);
        }
    }

    /** Sends from an offset on, where the buffer begins at another one; how far it came. */
    private int sendFrom(final int begin, final int bufferBegin) {
        int offset = begin;
        while (offset < batch.totalLength) {
            batch.offset = offset;
            batch.bufferOffset = offset - bufferBegin;
            batch.length = Math.min(EntryBody.MAX_CHUNK, batch.totalLength - offset);
            if (!outbound.sendToBatcher(batch.batcherId, batch)) {
                break;
            }
            offset += batch.length;
        }
        return offset;
    }

    /** Answers that leave together. */
    private record Piece(ExpandableArrayBuffer frames, int length) {
    }
}
