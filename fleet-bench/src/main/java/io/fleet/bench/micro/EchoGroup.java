package io.fleet.bench.micro;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The rest of the group for a batcher under a benchmark: takes entries, and has an empty answer to each command ready,
 * as cheaply as that can be done.
 */
final class EchoGroup implements Outbound {
    static final int LEADER = 0;
    private static final int MAX_ANSWERS = 1 << 20;
    private static final long SESSION = 1;

    final ReplyBatch answers = new ReplyBatch();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[MAX_ANSWERS]);

    EchoGroup(final long batcherId) {
        answers.batcherId = batcherId;
        answers.buffer = bytes;
        answers.leader = LEADER;
    }

    @Override
    public int self() {
        return -1;
    }

    @Override
    public boolean broadcast(final Message message) {
        take((EntryBody) message);
        return true;
    }

    @Override
    public boolean send(final int node, final Message message) {
        take((EntryBody) message);
        return true;
    }

    @Override
    public boolean sendToBatcher(final long batcherId, final Message message) {
        throw new IllegalStateException("a batcher does not send to batchers");
    }

    private void take(final EntryBody entry) {
        final DirectBuffer buffer = entry.buffer;
        final int end = entry.bufferOffset + entry.chunkLength;
        int at = entry.bufferOffset;
        while (at < end) {
            final boolean opens = buffer.getByte(at + CommandFrame.KIND_OFFSET) == CommandFrame.OPEN_SESSION;
            final int to = answers.length;
            bytes.putInt(to + ReplyFrame.LENGTH_OFFSET, ReplyFrame.HEADER_LENGTH, ByteOrder.LITTLE_ENDIAN);
            bytes.putInt(to + ReplyFrame.STATUS_OFFSET, opens ? ReplyFrame.SESSION_OPENED : ReplyFrame.OK,
                ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(to + ReplyFrame.SESSION_OFFSET, SESSION, ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(to + ReplyFrame.SEQUENCE_OFFSET,
                buffer.getLong(at + CommandFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN), ByteOrder.LITTLE_ENDIAN);
            answers.length += ReplyFrame.HEADER_LENGTH;
            at += buffer.getInt(at + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
        }
        answers.totalLength = answers.length;
    }
}
