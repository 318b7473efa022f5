package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.error.FleetException;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.session.ReplyFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A batcher, a way out that keeps what is sent, a clock, and what a group would answer. */
abstract class BatcherFixture {
    static final long MILLI = 1_000_000;
    static final long BATCHER = 77;
    static final long SESSION = 5;
    static final GroupConfig CONFIG = GroupConfig.scattered().withClientWindow(8).withMaxBatchBytes(1024)
        .withRetryMillis(100).withRequestTimeoutMillis(2000).withMaxCommandBytes(400_000)
        .withSessionTimeoutMillis(10_000);

    final Wire wire = new Wire();
    final Map<Long, Object> outcomes = new HashMap<>();
    Batcher batcher = new Batcher(CONFIG, BATCHER, 1, wire);
    long now = 1000 * MILLI;

    void open() {
        batcher.onLeader(3, 1, now);
        offer(-1, "opener");
        run(1);
        reply(ReplyFrame.SESSION_OPENED, SESSION, wire.last().frames().get(0).sequence, "");
        run(1);
        reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "");
        outcomes.clear();
    }

    boolean offer(final long id, final String payload) {
        final UnsafeBuffer header = new UnsafeBuffer("#h".getBytes(StandardCharsets.US_ASCII));
        final byte[] bytes = ("##" + payload).getBytes(StandardCharsets.US_ASCII);
        return batcher.offer(false, header, 1, 1, new UnsafeBuffer(bytes), 2, bytes.length - 2, id, new Outcome(), now);
    }

    /** Offers a command, and lets a millisecond pass. */
    void send(final long id, final String payload) {
        offer(id, payload);
        run(1);
    }

    void run(final int millis) {
        for (int i = 0; i < millis; i++) {
            now += MILLI;
            batcher.doWork(now);
        }
    }

    void reply(final byte status, final long session, final long sequence, final String answer) {
        batcher.onReplyBatch(new Replies(BATCHER, 3, 1).add(status, session, sequence, answer).batch(), now);
    }

    void reject(final Body body, final int reason) {
        reject(body.batcherId, body.sequence, body.ballot, reason);
    }

    void reject(final long batcherId, final long sequence, final long ballot, final int reason) {
        final RejectEntry message = new RejectEntry();
        message.batcherId = batcherId;
        message.sequence = sequence;
        message.ballot = ballot;
        message.reason = reason;
        message.text = reason == RejectEntry.DISK_FULL ? "node 1: the scattered log in /data" : "";
        batcher.onReject(message, now);
    }

    void assertFailure(final long id, final Class<? extends FleetException> type, final String part) {
        final Object outcome = outcomes.get(id);
        assertTrue(outcome != null, "no outcome of " + id);
        assertEquals(type, outcome.getClass(), () -> outcome.toString());
        assertTrue(outcome.toString().contains(part), () -> outcome.toString());
    }

    static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    class Outcome implements ReplyHandler {
        @Override
        public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
            put(correlationId, buffer.getStringWithoutLengthUtf8(offset, length));
        }

        @Override
        public void onFailure(final long correlationId, final FleetException failure) {
            put(correlationId, failure);
        }

        private void put(final long id, final Object outcome) {
            assertTrue(outcomes.put(id, outcome) == null, "second outcome of " + id);
        }
    }

    /** Takes what is sent, up to a number of chunks. */
    static final class Wire extends UnusedOutbound {
        final List<Body> bodies = new ArrayList<>();
        final List<Integer> targets = new ArrayList<>();
        final List<Integer> needed = new ArrayList<>();
        private final Map<Long, Integer> chunks = new HashMap<>();
        int capacity = Integer.MAX_VALUE;

        Body last() {
            return bodies.get(bodies.size() - 1);
        }

        int chunksOf(final long entry) {
            return chunks.get(entry);
        }

        @Override
        public boolean broadcast(final Message message) {
            if (capacity == 0) {
                return false;
            }
            capacity--;
            final EntryBody chunk = (EntryBody) message;
            if (bodies.isEmpty() || last().sequence != chunk.sequence) {
                bodies.add(new Body(chunk));
            }
            last().add(chunk);
            chunks.merge(chunk.sequence, 1, Integer::sum);
            return true;
        }

        @Override
        public boolean broadcast(final Message message, final int node) {
            needed.add(node);
            return broadcast(message);
        }

        @Override
        public boolean send(final int node, final Message message) {
            targets.add(node);
            return broadcast(message);
        }
    }
}
