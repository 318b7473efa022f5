package io.fleet.replica;

import io.fleet.protocol.Ballot;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.message.EntryBody;
import io.fleet.protocol.message.ReplyBatch;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.log.Checksum;
import io.fleet.storage.mark.Mark;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.collections.LongHashSet;

/**
 * Gathers the answers to the commands of one entry and sends them to its batcher, in as many packets as they need. What
 * cannot be taken at once waits, in order, up to a bound; what is lost is made good by a retry (S9, S10).
 */
final class ReplySender {
    private static final Mark OVERFLOWED = Mark.named("reply-sender.too-much-waits");
    private static final Mark WAITS = Mark.named("reply-sender.replies-wait");
    private static final Mark GIVEN_UP = Mark.named("reply-sender.batcher-given-up");
    private static final int RETAINED = 4 << 20;
    private static final int MAX_WAITING_BYTES = 64 << 20;
    /** After so many cycles without room the batcher is taken for gone; once more for each 8 MiB that wait. */
    private static final int MAX_REFUSALS = 5_000;

    private final Outbound outbound;
    private final GroupCounters counters;
    private final ReplyBatch batch = new ReplyBatch();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Checksum checksum = new Checksum();
    private ExpandableArrayBuffer frames = new ExpandableArrayBuffer(4096);
    private int length;
    private final LongHashSet blocked = new LongHashSet();
    private int waitingBytes;
    private long numbered;

    ReplySender(final Outbound outbound, final GroupCounters counters) {
        this.outbound = outbound;
        this.counters = counters;
    }

    /** How many bytes of answers wait for room. */
    int waitingBytes() {
        return waitingBytes;
    }

    void start() {
        length = 0;
        if (frames.capacity() > RETAINED) {
            frames = new ExpandableArrayBuffer(4096);
        }
    }

    /** An answer of its own, which nobody changes any more, on the state after an LSN. */
    void send(final DeferredReplies.Address to, final long leaderBallot, final long lsn, final DirectBuffer frame,
              final int frameLength) {
        describe(reflects(lsn, to.staleNs(), to.isRead()), to.batcherId(), to.entrySequence(), leaderBallot, frame,
            frameLength);
        sendOrKeep(to.batcherId(), frameLength);
    }

    static void putHead(final MutableDirectBuffer target, final int at, final int frameLength, final byte status,
                        final long sessionId, final long sequence) {
        target.putInt(at + ReplyFrame.LENGTH_OFFSET, frameLength, ByteOrder.LITTLE_ENDIAN);
        target.putInt(at + ReplyFrame.STATUS_OFFSET, status, ByteOrder.LITTLE_ENDIAN);
        target.putLong(at + ReplyFrame.SESSION_OFFSET, sessionId, ByteOrder.LITTLE_ENDIAN);
        target.putLong(at + ReplyFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
    }

    void add(final byte status, final long sessionId, final long sequence, final DirectBuffer answer, final int offset,
             final int answerLength) {
        final int frameLength = ReplyFrame.HEADER_LENGTH + answerLength;
        putHead(frames, length, frameLength, status, sessionId, sequence);
        frames.putBytes(length + ReplyFrame.HEADER_LENGTH, answer, offset, answerLength);
        length += frameLength;
    }

    /** Sends what was added as the answer to commands of an entry. */
    void send(final long batcherId, final long entrySequence, final long leaderBallot, final long lsn) {
        sendFrames(batcherId, entrySequence, leaderBallot, reflects(lsn, ReplyBatch.NOT_STALE, false));
    }

    /** Sends what was added as the answer to a request of reads. */
    void sendReads(final long batcherId, final long requestId, final long leaderBallot, final long lsn,
                   final long staleNs) {
        if (length > 0) {
            sendFrames(batcherId, requestId, leaderBallot, reflects(lsn, staleNs, true));
        }
    }

    private void sendFrames(final long batcherId, final long entrySequence, final long leaderBallot,
                            final ReplyBatch into) {
        describe(into, batcherId, entrySequence, leaderBallot, frames, length);
        if (sendOrKeep(batcherId, length)) {
            frames = new ExpandableArrayBuffer(4096);
        }
    }

    private ReplyBatch reflects(final long lsn, final long staleNs, final boolean reads) {
        batch.lsn = lsn;
        batch.staleNs = staleNs;
        batch.reads = reads;
        return batch;
    }

    private void describe(final ReplyBatch batch, final long batcherId, final long entrySequence,
                                 final long leaderBallot, final DirectBuffer buffer, final int totalLength) {
        batch.batcherId = batcherId;
        batch.entrySequence = entrySequence;
        batch.ballot = leaderBallot;
        batch.leader = Ballot.node(leaderBallot);
        batch.number = totalLength > EntryBody.MAX_CHUNK ? numberOf(buffer, totalLength) : 0;
        batch.totalLength = totalLength;
        batch.buffer = buffer;
    }

    /** Not two of one life have the same, and those of two lives only if their bytes have the same checksum. */
    private long numberOf(final DirectBuffer buffer, final int totalLength) {
        numbered++;
        return (long) checksum.of(buffer, 0, totalLength) << Integer.SIZE | numbered & 0xFFFF_FFFFL;
    }

    /** Whether the buffer is kept here until there is room for what is in it. */
    private boolean sendOrKeep(final long batcherId, final int total) {
        final int sent = waiting.isEmpty() || !isWaiting(batcherId) ? sendFrom(0) : 0;
        if (sent == total) {
            counters.repliesSent.increment();
            return false;
        }
        if (waitingBytes > 0 && waitingBytes + total - sent > MAX_WAITING_BYTES) {
            OVERFLOWED.hit();
            counters.repliesLost.increment();
            return false;
        }
        WAITS.hit();
        waiting.addLast(new Waiting(batch, batch.buffer, sent));
        waitingBytes += total - sent;
        return true;
    }

    /** Goes on with what waits, each batcher's in order; one that takes nothing holds up no other. */
    int doWork() {
        if (waiting.isEmpty()) {
            return 0;
        }
        int work = 0;
        blocked.clear();
        for (final Iterator<Waiting> i = waiting.iterator(); i.hasNext(); ) {
            final Waiting next = i.next();
            if (blocked.contains(next.batcherId)) {
                continue;
            }
            next.fill(batch);
            final int sent = sendFrom(next.sent);
            waitingBytes -= sent - next.sent;
            work += sent - next.sent;
            next.refusals = sent == next.sent ? next.refusals + 1 : 0;
            next.sent = sent;
            if (next.isHopeless()) {
                GIVEN_UP.hit();
            }
            if (sent == next.totalLength || next.isHopeless()) {
                (sent == next.totalLength ? counters.repliesSent : counters.repliesLost).increment();
                waitingBytes -= next.totalLength - sent;
                i.remove();
            } else {
                blocked.add(next.batcherId);
            }
        }
        return work;
    }

    private boolean isWaiting(final long batcherId) {
        for (final Waiting each : waiting) {
            if (each.batcherId == batcherId) {
                return true;
            }
        }
        return false;
    }

    /** Sends from an offset on; how far it came. */
    private int sendFrom(final int from) {
        int offset = from;
        while (offset < batch.totalLength) {
            batch.offset = offset;
            batch.bufferOffset = offset;
            batch.length = Math.min(EntryBody.MAX_CHUNK, batch.totalLength - offset);
            if (!outbound.sendToBatcher(batch.batcherId, batch)) {
                break;
            }
            offset += batch.length;
        }
        return offset;
    }

    /** Answers that could not be sent at once. */
    private static final class Waiting {
        private final long batcherId;
        private final long entrySequence;
        private final long ballot;
        private final long lsn;
        private final long staleNs;
        private final boolean reads;
        private final long number;
        private final int totalLength;
        private final DirectBuffer buffer;
        private int sent;
        private int refusals;

        Waiting(final ReplyBatch batch, final DirectBuffer buffer, final int sent) {
            batcherId = batch.batcherId;
            entrySequence = batch.entrySequence;
            ballot = batch.ballot;
            lsn = batch.lsn;
            staleNs = batch.staleNs;
            reads = batch.reads;
            number = batch.number;
            totalLength = batch.totalLength;
            this.buffer = buffer;
            this.sent = sent;
        }

        boolean isHopeless() {
            return refusals > MAX_REFUSALS * (1 + (totalLength >> 23));
        }

        void fill(final ReplyBatch batch) {
            batch.batcherId = batcherId;
            batch.entrySequence = entrySequence;
            batch.ballot = ballot;
            batch.leader = Ballot.node(ballot);
            batch.lsn = lsn;
            batch.staleNs = staleNs;
            batch.reads = reads;
            batch.number = number;
            batch.totalLength = totalLength;
            batch.buffer = buffer;
        }
    }
}
