package io.fleet.client.handle;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.session.CommandFrame;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.ControlledMessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * From any thread to the owner's, in order, without locks and without allocation: the bytes in a ring buffer, the
 * handlers in {@link Submission}s that are used again. A command that is too long for the ring travels as a copy of
 * its own.
 *
 * <pre>
 *  0  long  when it was submitted
 *  8  long  correlation id
 * 16  int   index of the submission
 * 20  int   length of the header
 * 24  int   length of the payload
 * 28        header, then payload, unless they travel apart
 * </pre>
 */
final class SubmissionQueue {
    /** How many bytes the ring for commands holds. */
    static final int RING_BYTES = 1024 * 1024;
    /** And one for reads beside the log: an eighth takes the longest of them. */
    static final int READ_RING_BYTES = RING_BYTES / 2;
    /** How many bytes of commands too long for the ring may wait; one of them may have more. */
    static final long MAX_LARGE_BYTES = 64L * 1024 * 1024;

    static final int TIME_OFFSET = 0;
    static final int CORRELATION_OFFSET = 8;
    static final int INDEX_OFFSET = 16;
    static final int HEADER_OFFSET = 20;
    static final int PAYLOAD_OFFSET = 24;
    static final int BODY_OFFSET = 28;

    private static final int WRITE = 1;
    private static final int READ = 2;

    /** Takes one command on the owner's thread. */
    interface Taker {
        /**
         * Returns false when it cannot be taken now: it stays the first. The handler and the body are valid during
         * the call. The consistency is null for what goes through the log. The frame is the array of a command that
         * is too long for the ring, with room for a {@link CommandFrame} before its body, and may be kept; else null.
         */
        boolean take(boolean readOnly, ReadConsistency consistency, byte[] frame, DirectBuffer body, int offset,
                     int headerLength, int payloadLength, long correlationId, ReplyHandler handler, long submitNs);
    }

    private final ManyToOneRingBuffer ring;
    private final Submission[] submissions;
    private final FreeList free;
    private final AtomicLong largeBytes = new AtomicLong();
    private final UnsafeBuffer largeView = new UnsafeBuffer(new byte[0]);
    private final ControlledMessageHandler onMessage = this::onMessage;
    private Taker taker;

    SubmissionQueue(final int capacity, final int ringBytes) {
        ring = new ManyToOneRingBuffer(new UnsafeBuffer(BufferUtil.allocateDirectAligned(
            ringBytes + RingBufferDescriptor.TRAILER_LENGTH, BitUtil.CACHE_LINE_LENGTH)));
        free = new FreeList(capacity);
        submissions = new Submission[capacity];
    }

    /** How many commands may wait. */
    int capacity() {
        return submissions.length;
    }

    /** Whether nothing waits; the owner's thread. */
    boolean isEmpty() {
        return ring.size() == 0;
    }

    /** Any thread. Returns false when there is no room: nothing was taken. */
    boolean offer(final boolean readOnly, final ReadConsistency consistency, final DirectBuffer header,
                  final int headerOffset, final int headerLength,
                  final DirectBuffer payload, final int payloadOffset, final int payloadLength,
                  final long correlationId, final ReplyHandler handler, final long nowNs) {
        final int index = free.take();
        if (index < 0) {
            return false;
        }
        final Submission submission = taken(index);
        boolean taken = false;
        try {
            final int bodyLength = headerLength + payloadLength;
            final boolean large = BODY_OFFSET + bodyLength > ring.maxMsgLength();
            if (!large
                || copyApart(submission, header, headerOffset, headerLength, payload, payloadOffset, payloadLength)) {
                submission.handler = handler;
                submission.consistency = consistency;
                final int claimed = ring.tryClaim(readOnly ? READ : WRITE, BODY_OFFSET + (large ? 0 : bodyLength));
                taken = claimed > 0 && fill(claimed, large, header, headerOffset, headerLength,
                    payload, payloadOffset, payloadLength, correlationId, submission.index, nowNs);
            }
        } finally {
            if (!taken) {
                release(submission);
            }
        }
        return taken;
    }

    private boolean fill(final int claimed, final boolean large, final DirectBuffer header, final int headerOffset,
                         final int headerLength, final DirectBuffer payload, final int payloadOffset,
                         final int payloadLength, final long correlationId, final int index, final long nowNs) {
        boolean filled = false;
        try {
            final UnsafeBuffer buffer = (UnsafeBuffer) ring.buffer();
            buffer.putLong(claimed + TIME_OFFSET, nowNs);
            buffer.putLong(claimed + CORRELATION_OFFSET, correlationId);
            buffer.putInt(claimed + INDEX_OFFSET, index);
            buffer.putInt(claimed + HEADER_OFFSET, headerLength);
            buffer.putInt(claimed + PAYLOAD_OFFSET, payloadLength);
            if (!large && headerLength > 0) {
                buffer.putBytes(claimed + BODY_OFFSET, header, headerOffset, headerLength);
            }
            if (!large && payloadLength > 0) {
                buffer.putBytes(claimed + BODY_OFFSET + headerLength, payload, payloadOffset, payloadLength);
            }
            filled = true;
        } finally {
            if (filled) {
                ring.commit(claimed);
            } else {
                ring.abort(claimed);
            }
        }
        return true;
    }

    private boolean copyApart(final Submission submission, final DirectBuffer header, final int headerOffset,
                              final int headerLength, final DirectBuffer payload, final int payloadOffset,
                              final int payloadLength) {
        final int length = CommandFrame.HEADER_LENGTH + headerLength + payloadLength;
        final long waiting = largeBytes.addAndGet(length);
        if (waiting > MAX_LARGE_BYTES && waiting != length) {
            largeBytes.addAndGet(-length);
            return false;
        }
        boolean copied = false;
        try {
            final byte[] copy = new byte[length];
            if (headerLength > 0) {
                header.getBytes(headerOffset, copy, CommandFrame.HEADER_LENGTH, headerLength);
            }
            if (payloadLength > 0) {
                payload.getBytes(payloadOffset, copy, CommandFrame.HEADER_LENGTH + headerLength, payloadLength);
            }
            submission.large = copy;
            copied = true;
        } finally {
            if (!copied) {
                largeBytes.addAndGet(-length);
            }
        }
        return true;
    }

    private void release(final Submission submission) {
        if (submission.large != null) {
            largeBytes.addAndGet(-submission.large.length);
        }
        submission.clear();
        free.give(submission.index);
    }

    /** The owner's thread. Hands commands over, in order, until one is not taken or none is left. Returns how many. */
    int drain(final Taker newTaker) {
        taker = newTaker;
        int work = 0;
        long before;
        do {
            before = ring.consumerPosition();
            work += ring.controlledRead(onMessage);
        } while (ring.consumerPosition() != before);
        return work;
    }

    /** That of a number that was taken; each is made when its number is taken for the first time. */
    private Submission taken(final int index) {
        Submission submission = submissions[index];
        if (submission == null) {
            submission = new Submission(index);
            submissions[index] = submission;
        }
        return submission;
    }

    private ControlledMessageHandler.Action onMessage(final int type, final MutableDirectBuffer buffer,
                                                      final int offset, final int length) {
        final Submission submission = submissions[buffer.getInt(offset + INDEX_OFFSET)];
        final boolean apart = submission.large != null;
        if (apart) {
            largeView.wrap(submission.large);
        }
        final boolean taken = taker.take(type == READ, submission.consistency, submission.large,
            apart ? largeView : buffer, apart ? CommandFrame.HEADER_LENGTH : offset + BODY_OFFSET,
            buffer.getInt(offset + HEADER_OFFSET), buffer.getInt(offset + PAYLOAD_OFFSET),
            buffer.getLong(offset + CORRELATION_OFFSET), submission.handler, buffer.getLong(offset + TIME_OFFSET));
        if (!taken) {
            return ControlledMessageHandler.Action.ABORT;
        }
        release(submission);
        return ControlledMessageHandler.Action.COMMIT;
    }
}
