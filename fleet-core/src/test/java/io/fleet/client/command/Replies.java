package io.fleet.client.command;

import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.session.ReplyFrame;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Makes batches of replies. */
public final class Replies {
    /** Bytes in front of the first frame, so that offsets that are forgotten are found out. */
    private static final int FRONT = 24;

    private final ReplyBatch batch = new ReplyBatch();
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();

    public Replies(final long batcherId, final long ballot, final int leader) {
        batch.batcherId = batcherId;
        batch.ballot = ballot;
        batch.leader = leader;
        batch.bufferOffset = FRONT;
    }

    public Replies add(final byte status, final long session, final long sequence, final String answer) {
        final byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        return add(status, session, sequence, new UnsafeBuffer(bytes), 0, bytes.length);
    }

    public Replies add(final byte status, final long session, final long sequence, final DirectBuffer answer,
                       final int offset,
                       final int length) {
        final int at = FRONT + batch.length;
        buffer.putInt(at + ReplyFrame.LENGTH_OFFSET, ReplyFrame.HEADER_LENGTH + length, ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(at + ReplyFrame.STATUS_OFFSET, status, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(at + ReplyFrame.SESSION_OFFSET, session, ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(at + ReplyFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        buffer.putBytes(at + ReplyFrame.HEADER_LENGTH, answer, offset, length);
        batch.length += ReplyFrame.HEADER_LENGTH + length;
        batch.totalLength = batch.length;
        return this;
    }

    public ReplyBatch batch() {
        batch.buffer = buffer;
        return batch;
    }
}
