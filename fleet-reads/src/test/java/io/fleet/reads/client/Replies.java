package io.fleet.reads.client;

import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.session.ReplyFrame;
import java.nio.ByteOrder;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;

/** Makes answers to reads. */
public final class Replies {
    /** Bytes in front of the first frame, so that offsets that are forgotten are found out. */
    private static final int FRONT = 24;

    private Replies() {
    }

    /** The same answer to several reads. */
    static ReplyBatch of(final long batcherId, final byte status, final List<Long> sequences, final String answer) {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        final int frame = ReplyFrame.HEADER_LENGTH + answer.length();
        int at = FRONT;
        for (final long sequence : sequences) {
            buffer.putInt(at + ReplyFrame.LENGTH_OFFSET, frame, ByteOrder.LITTLE_ENDIAN);
            buffer.putByte(at + ReplyFrame.STATUS_OFFSET, status);
            buffer.putLong(at + ReplyFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
            buffer.putStringWithoutLengthAscii(at + ReplyFrame.HEADER_LENGTH, answer);
            at += frame;
        }
        final ReplyBatch batch = new ReplyBatch();
        batch.batcherId = batcherId;
        batch.reads = true;
        batch.buffer = buffer;
        batch.bufferOffset = FRONT;
        batch.length = at - FRONT;
        batch.totalLength = batch.length;
        return batch;
    }
}
