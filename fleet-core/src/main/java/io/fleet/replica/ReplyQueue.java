package io.fleet.replica;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.client.ReplyBatch;
import java.util.ArrayDeque;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The messages to one batcher that wait for room, in order; a link in the ring of all that wait. */
final class ReplyQueue {
    /** What a message that waits takes besides its bytes: the object, the head of its array, its place in the queue. */
    static final int MESSAGE_OVERHEAD = 160;
    /** What the queue of a batcher takes without its messages. */
    static final int OVERHEAD = 384;

    final long batcherId;
    ReplyQueue previous;
    ReplyQueue next;
    /** The cycle in which something was last sent, or in which it began to wait. */
    long progressed;
    private final ArrayDeque<Message> messages = new ArrayDeque<>(4);
    private long bytes = OVERHEAD;

    ReplyQueue(final long batcherId, final long cycle) {
        this.batcherId = batcherId;
        progressed = cycle;
    }

    /** What it takes in all, in bytes of heap. */
    long bytes() {
        return bytes;
    }

    int size() {
        return messages.size();
    }

    /** The message that is sent next; null where there is none. */
    Message first() {
        return messages.peekFirst();
    }

    void add(final Message message) {
        messages.addLast(message);
        bytes += message.bytes();
    }

    void removeFirst() {
        bytes -= messages.pollFirst().bytes();
    }

    /** What is left of one message. */
    static final class Message {
        final int totalLength;
        /** How much of it was sent. */
        int sent;
        private final long batcherId;
        private final long entrySequence;
        private final long ballot;
        private final long lsn;
        private final long staleNs;
        private final boolean reads;
        private final long number;
        private final DirectBuffer buffer;
        /** Where in the message the buffer begins. */
        private final int from;

        /** Keeps the buffer where that is given away and nothing of it was sent, and otherwise copies what is left. */
        Message(final ReplyBatch batch, final int sent, final boolean isOwned) {
            batcherId = batch.batcherId;
            entrySequence = batch.entrySequence;
            ballot = batch.ballot;
            lsn = batch.lsn;
            staleNs = batch.staleNs;
            reads = batch.reads;
            number = batch.number;
            totalLength = batch.totalLength;
            this.sent = sent;
            if (isOwned && sent == 0 && batch.buffer.capacity() == totalLength) {
                buffer = batch.buffer;
                from = 0;
            } else {
                final byte[] rest = new byte[totalLength - sent];
                batch.buffer.getBytes(sent, rest);
                buffer = new UnsafeBuffer(rest);
                from = sent;
            }
        }

        /** What it takes, in bytes of heap: all of its array, as long as any of it is to be sent. */
        long bytes() {
            return MESSAGE_OVERHEAD + buffer.capacity();
        }

        /** What it reflects. */
        long lsn() {
            return lsn;
        }

        /** Where the buffer begins in the message. */
        int from() {
            return from;
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
