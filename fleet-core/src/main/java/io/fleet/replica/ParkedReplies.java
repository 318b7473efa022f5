package io.fleet.replica;

import io.fleet.consensus.message.client.ReplyBatch;
import java.util.ArrayDeque;

/**
 * Answers that may not be shown yet, in the order in which they were made: each until the LSN that it reflects is
 * released (L8). Bounded in bytes of heap (S13); what has no room is lost, and made good by a retry (S10).
 */
final class ParkedReplies {
    /** The most that waits, in bytes; a single one may have more. */
    static final long MAX_BYTES = 32L << 20;

    private final ArrayDeque<ReplyQueue.Message> messages = new ArrayDeque<>();
    private long released;
    private long bytes;
    /** What waited when that was looked at, in bytes of heap; 0 where what is made then need not wait. */
    private long looked;

    /** {@code released}: up to where answers may show what was applied, until {@link #release} says more. */
    ParkedReplies(final long released) {
        this.released = released;
    }

    /** Up to where answers may show what was applied. */
    long released() {
        return released;
    }

    void release(final long upTo) {
        released = Math.max(released, upTo);
    }

    /** What all that waits takes, in bytes of heap. */
    long bytes() {
        return bytes;
    }

    /** Notes what waits, for {@link #hadRoomFor}: answers that reflect an LSN are made next. */
    void look(final long lsn) {
        looked = lsn <= released ? 0 : bytes;
    }

    /** Whether so much more had room at the last {@link #look}. For who may not see what waits. */
    boolean hadRoomFor(final long more) {
        return isRoomFor(looked, more);
    }

    /** Whether so much more has room where something waits already. */
    private static boolean isRoomFor(final long bytes, final long more) {
        return bytes == 0 || bytes + more <= MAX_BYTES;
    }

    /** Keeps an answer; false where there is no room. A buffer that is given away may be kept. */
    boolean add(final ReplyBatch batch, final boolean isOwned) {
        if (!isRoomFor(bytes, batch.totalLength + ReplyQueue.MESSAGE_OVERHEAD)) {
            return false;
        }
        final ReplyQueue.Message message = new ReplyQueue.Message(batch, 0, isOwned);
        messages.addLast(message);
        bytes += message.bytes();
        return true;
    }

    /** Takes the next one that may be shown; null for none. */
    ReplyQueue.Message poll() {
        final ReplyQueue.Message first = messages.peekFirst();
        if (first == null || first.lsn() > released) {
            return null;
        }
        bytes -= first.bytes();
        return messages.pollFirst();
    }
}
