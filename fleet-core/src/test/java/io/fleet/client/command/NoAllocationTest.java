package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.fleet.client.ReplyHandler;
import io.fleet.client.handle.ClientHandle;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.error.FleetException;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.session.Admission;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import io.fleet.session.SessionTable;
import io.fleet.session.StoredReply;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** From submit through the session table to the outcome: once the buffers have grown, no command allocates. */
class NoAllocationTest {
    private static final int ROUND = 50_000;
    private static final int BATCH = 64;

    /** A group of one that applies each entry at once and answers in the next duty cycle. */
    private static final class Group extends UnusedOutbound {
        private final SessionTable table = new SessionTable(GroupConfig.scattered());
        private final StoredReply stored = new StoredReply();
        private final UnsafeBuffer answers = new UnsafeBuffer(new byte[1 << 20]);
        private final ReplyBatch batch = new ReplyBatch();
        private long logTime;

        @Override
        public boolean broadcast(final Message message) {
            final EntryBody chunk = (EntryBody) message;
            table.onEntry(++logTime / 1000);
            int at = chunk.bufferOffset;
            while (at < chunk.bufferOffset + chunk.chunkLength) {
                final DirectBuffer buffer = chunk.buffer;
                final long session = buffer.getLong(at + CommandFrame.SESSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
                final long sequence = buffer.getLong(at + CommandFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN);
                final long oldest = buffer.getLong(at + CommandFrame.OLDEST_OFFSET, ByteOrder.LITTLE_ENDIAN);
                final int length = buffer.getInt(at + CommandFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
                if (buffer.getByte(at + CommandFrame.KIND_OFFSET) == CommandFrame.OPEN_SESSION) {
                    answer(ReplyFrame.SESSION_OPENED, table.openSession(), sequence, buffer, at, 0);
                } else if (table.admitWrite(session, sequence, oldest) == Admission.EXECUTE) {
                    table.store(session, sequence, ReplyFrame.OK, buffer, at, length);
                    table.stored(session, sequence, stored);
                    answer(ReplyFrame.OK, session, sequence, stored.buffer(), stored.offset(), stored.length());
                }
                at += length;
            }
            return true;
        }

        private void answer(final byte status, final long session, final long sequence, final DirectBuffer source,
                            final int offset, final int length) {
            final int at = batch.length;
            answers.putInt(at + ReplyFrame.LENGTH_OFFSET, ReplyFrame.HEADER_LENGTH + length, ByteOrder.LITTLE_ENDIAN);
            answers.putInt(at + ReplyFrame.STATUS_OFFSET, status, ByteOrder.LITTLE_ENDIAN);
            answers.putLong(at + ReplyFrame.SESSION_OFFSET, session, ByteOrder.LITTLE_ENDIAN);
            answers.putLong(at + ReplyFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
            answers.putBytes(at + ReplyFrame.HEADER_LENGTH, source, offset, length);
            batch.length += ReplyFrame.HEADER_LENGTH + length;
            batch.totalLength = batch.length;
        }
    }

    /** Counts. */
    private static final class Counter implements ReplyHandler {
        private long replies;

        @Override
        public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
            replies++;
        }

        @Override
        public void onFailure(final long correlationId, final FleetException failure) {
            throw failure;
        }
    }

    private final Group group = new Group();
    private final Batcher batcher = new Batcher(GroupConfig.scattered(), 4, 1, group);
    private final Counter counter = new Counter();
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[1000]);
    private long now;
    private final ClientHandle client = new ClientHandle(GroupConfig.scattered(), batcher, () -> {}, () -> now);

    @Test
    void shouldAllocateNothingPerCommand() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertTrue(threads.isThreadAllocatedMemorySupported() && threads.isThreadAllocatedMemoryEnabled());
        group.batch.batcherId = 4;
        group.batch.buffer = group.answers;
        batcher.onLeader(1, 0, now);
        round();
        round();
        final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        round();
        final long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertEquals(3L * ROUND, counter.replies);
        assertTrue(allocated < ROUND, allocated + " bytes for " + ROUND + " commands");
    }

    private void round() {
        int submitted = 0;
        final long end = counter.replies + ROUND;
        while (counter.replies < end) {
            for (int i = 0; i < BATCH && submitted < ROUND; i++) {
                final int length = 1 + submitted * 31 % 1000;
                submitted += client.offer(false, payload, 0, 0, payload, 0, length, submitted, counter) ? 1 : 0;
            }
            now += 1000;
            client.doWork(now);
            batcher.onReplyBatch(group.batch, now);
            group.batch.length = 0;
        }
    }
}
