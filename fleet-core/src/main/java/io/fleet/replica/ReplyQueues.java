package io.fleet.replica;

import org.agrona.collections.Long2ObjectHashMap;

/**
 * What waits for room on its way to batchers: a queue for each, in a ring in which they take turns. Bounded in bytes of
 * heap, in all and for one batcher; where all is taken, a queue that nothing leaves makes room for others.
 */
final class ReplyQueues {
    /** The most that waits in all, in bytes; one message may have more. */
    static final long MAX_BYTES = 64L << 20;
    /** The most that waits for one batcher, in bytes; one message may have more. */
    static final long MAX_BYTES_OF_ONE = MAX_BYTES / 2;
    /** A queue that nothing has left for so many cycles makes room for others. */
    private static final long STUCK = 64;
    /** How many queues are looked at for the one that makes room. */
    private static final int SAMPLE = 16;

    private final Long2ObjectHashMap<ReplyQueue> queues = new Long2ObjectHashMap<>();
    private ReplyQueue first;
    private ReplyQueue last;
    /** Whose turn is next; null for the first. */
    private ReplyQueue turn;
    private long bytes;

    boolean isEmpty() {
        return first == null;
    }

    int size() {
        return queues.size();
    }

    /** What all that waits takes, in bytes of heap. */
    long bytes() {
        return bytes;
    }

    /** Null where nothing waits for a batcher. */
    ReplyQueue of(final long batcherId) {
        return first == null ? null : queues.get(batcherId);
    }

    /** Whether so much more may wait for a batcher, once others have made room. */
    boolean mayHold(final long batcherId, final long more) {
        final ReplyQueue own = of(batcherId);
        return own == null || own.bytes() + more <= MAX_BYTES_OF_ONE;
    }

    /** Whether so much more has room beside all that waits; one that is longer than half of the room counts as half. */
    boolean isRoomFor(final long more) {
        return bytes == 0 || bytes + Math.min(more, MAX_BYTES_OF_ONE) <= MAX_BYTES;
    }

    /** One, not of a batcher, that has been stuck for long and so makes room first; null for none. */
    ReplyQueue mostStuck(final long except, final long cycle) {
        ReplyQueue found = null;
        ReplyQueue next = turn == null ? first : turn;
        for (int i = Math.min(SAMPLE, queues.size()); i > 0; i--) {
            if (next.batcherId != except && cycle - next.progressed >= STUCK
                && (found == null || next.progressed < found.progressed)) {
                found = next;
            }
            next = next.next == null ? first : next.next;
        }
        return found;
    }

    void add(final long batcherId, final ReplyQueue.Message message, final long cycle) {
        ReplyQueue queue = of(batcherId);
        if (queue == null) {
            queue = new ReplyQueue(batcherId, cycle);
            queues.put(batcherId, queue);
            queue.previous = last;
            if (last == null) {
                first = queue;
            } else {
                last.next = queue;
            }
            last = queue;
            bytes += queue.bytes();
        }
        bytes += message.bytes();
        queue.add(message);
    }

    /** The one whose turn it is; there is one. */
    ReplyQueue next() {
        final ReplyQueue next = turn == null ? first : turn;
        turn = next.next;
        return next;
    }

    /** The first message of a queue is gone; and the queue, where that was the last. */
    void removeFirst(final ReplyQueue queue) {
        bytes -= queue.first().bytes();
        queue.removeFirst();
        if (queue.size() == 0) {
            remove(queue);
        }
    }

    /** A queue is gone, with all that is in it. */
    void remove(final ReplyQueue queue) {
        bytes -= queue.bytes();
        queues.remove(queue.batcherId);
        turn = turn == queue ? queue.next : turn;
        if (queue.previous == null) {
            first = queue.next;
        } else {
            queue.previous.next = queue.next;
        }
        if (queue.next == null) {
            last = queue.previous;
        } else {
            queue.next.previous = queue.previous;
        }
    }
}
