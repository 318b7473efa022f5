package io.fleet.batch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ReplyHandler;
import io.fleet.machine.ClientClosedException;
import io.fleet.machine.CommandFailedException;
import io.fleet.machine.CommandTooLargeException;
import io.fleet.machine.Dissemination;
import io.fleet.machine.FleetException;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.NoLeaderException;
import io.fleet.machine.NotAppliedException;
import io.fleet.machine.OutcomeUnknownException;
import io.fleet.machine.OverloadedException;
import io.fleet.machine.ReplyTooLargeException;
import io.fleet.machine.SessionExpiredException;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.message.EntryBody;
import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.RejectEntry;
import io.fleet.protocol.message.ReplyBatch;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class BatcherTest {
    private static final long MILLI = 1_000_000;
    private static final long BATCHER = 77;
    private static final long SESSION = 5;
    private static final GroupConfig CONFIG = GroupConfig.scattered().withClientWindow(8).withMaxBatchBytes(1024)
        .withRetryMillis(100).withRequestTimeoutMillis(2000).withMaxCommandBytes(400_000)
        .withSessionTimeoutMillis(10_000);

    private final Wire wire = new Wire();
    private final Map<Long, Object> outcomes = new HashMap<>();
    private Batcher batcher = new Batcher(CONFIG, BATCHER, 1, wire);
    private long now = 1000 * MILLI;

    @Test
    void shouldSendNothingBeforeALeaderIsKnownAndThenFailAsNotApplied() {
        offer(1, "a");
        run(1999);
        assertEquals(0, wire.bodies.size());
        assertTrue(outcomes.isEmpty());
        run(1);
        assertFailure(1, NoLeaderException.class, "no leader is known");
    }

    @Test
    void shouldOpenASessionBeforeTheFirstCommandAndSendAllThatWaitsInOneEntry() {
        batcher.onLeader(3, 1, now);
        assertEquals(0, batcher.doWork(now));
        offer(1, "a");
        offer(2, "bb");
        run(1);
        assertEquals(1, wire.bodies.size());
        final Body.Frame open = wire.last().frames().get(0);
        assertEquals(CommandFrame.OPEN_SESSION, open.kind);
        assertEquals(0, open.session);
        assertTrue(open.sequence > 0);
        reply(ReplyFrame.SESSION_OPENED, SESSION, open.sequence, "");
        run(1);
        final List<Body.Frame> frames = wire.last().frames();
        assertEquals(2, frames.size());
        assertEquals(SESSION, frames.get(0).session);
        assertEquals(CommandFrame.WRITE, frames.get(0).kind);
        assertEquals("a", text(frames.get(0).payload));
        assertEquals("bb", text(frames.get(1).payload));
        assertEquals("h", text(frames.get(1).header));
        assertEquals(frames.get(0).sequence + 1, frames.get(1).sequence);
        assertEquals(frames.get(0).sequence, frames.get(1).oldest);
        assertEquals(3, wire.last().ballot);
        assertEquals(BATCHER, wire.last().batcherId);
        assertEquals(2, wire.last().sequence);
    }

    @Test
    void shouldIgnoreASessionThatWasNotAskedFor() {
        batcher.onLeader(3, 1, now);
        offer(1, "a");
        run(1);
        reply(ReplyFrame.SESSION_OPENED, SESSION, wire.last().frames().get(0).sequence + 1, "");
        reply(ReplyFrame.SESSION_OPENED, 0, wire.last().frames().get(0).sequence, "");
        run(1);
        assertEquals(1, wire.bodies.size());
    }

    @Test
    void shouldAskForASessionAgainWithTheSameNonceUntilItIsOpen() {
        batcher.onLeader(3, 1, now);
        offer(1, "a");
        run(1000);
        assertTrue(wire.bodies.size() >= 3 && wire.bodies.size() <= 6, "sent " + wire.bodies.size());
        final long nonce = wire.bodies.get(0).frames().get(0).sequence;
        for (final Body body : wire.bodies) {
            assertEquals(nonce, body.frames().get(0).sequence);
        }
        run(1001);
        assertFailure(1, NoLeaderException.class, "never sent");
    }

    @Test
    void shouldHandOverRepliesInAnyOrderAndEachOnce() {
        open();
        offer(1, "a");
        offer(2, "b");
        run(1);
        final long first = wire.last().frames().get(0).sequence;
        batcher.onReplyBatch(new Replies(BATCHER, 3, 1).add(ReplyFrame.OK, SESSION, first + 1, "for b")
            .add(ReplyFrame.OK, SESSION, first, "for a").add(ReplyFrame.OK, SESSION, first, "again")
            .add(ReplyFrame.OK, SESSION, first + 9, "nobody").batch(), now);
        assertEquals("for a", outcomes.get(1L));
        assertEquals("for b", outcomes.get(2L));
        assertEquals(0, batcher.inFlight());
    }

    @Test
    void shouldIgnoreRepliesOfOtherSessionsAndForOtherBatchersAndToWhatWasNotSent() {
        open();
        offer(1, "a");
        run(1);
        final long sequence = wire.last().frames().get(0).sequence;
        offer(2, "b");
        reply(ReplyFrame.OK, SESSION + 1, sequence, "wrong session");
        reply(ReplyFrame.NO_SESSION, SESSION + 1, sequence, "");
        reply(ReplyFrame.OK, SESSION, sequence + 1, "not sent");
        final Replies foreign = new Replies(BATCHER + 1, 3, 1).add(ReplyFrame.OK, SESSION, sequence, "other");
        batcher.onReplyBatch(foreign.batch(), now);
        assertTrue(outcomes.isEmpty());
        reply(ReplyFrame.OK, SESSION, sequence, "right");
        assertEquals("right", outcomes.get(1L));
    }

    @Test
    void shouldTranslateEveryStatus() {
        open();
        final byte[] statuses =
            {ReplyFrame.FAILED, ReplyFrame.REPLY_TOO_LARGE, ReplyFrame.STALE, ReplyFrame.WINDOW_EXCEEDED};
        for (int i = 0; i < statuses.length; i++) {
            offer(i, "x");
            run(1);
            reply(statuses[i], SESSION, wire.last().frames().get(0).sequence, i == 0 ? "nö" : "");
        }
        assertFailure(0, CommandFailedException.class, "nö");
        assertFailure(1, ReplyTooLargeException.class, "maxReplyBytes");
        assertFailure(2, OutcomeUnknownException.class, "waits for");
        assertFailure(3, OutcomeUnknownException.class, "clientWindow");
    }

    @Test
    void shouldSendAgainTheSameBytesInANewEntryWithDoublingDelays() {
        open();
        offer(1, "a");
        run(1);
        final int before = wire.bodies.size();
        final Body first = wire.last();
        run(1990);
        final List<Body> again = wire.bodies.subList(before, wire.bodies.size());
        assertTrue(again.size() >= 3 && again.size() <= 6, "sent again " + again.size());
        long entry = first.sequence;
        for (final Body body : again) {
            assertTrue(body.sequence > entry);
            entry = body.sequence;
            final Body.Frame frame = body.frames().get(0);
            assertEquals(first.frames().get(0).sequence, frame.sequence);
            assertEquals(first.frames().get(0).oldest, frame.oldest);
            assertEquals(SESSION, frame.session);
            assertArrayEquals(first.frames().get(0).payload, frame.payload);
        }
        run(20);
        assertFailure(1, OutcomeUnknownException.class, "no answer within requestTimeoutMillis 2000");
    }

    @Test
    void shouldNotChangeWhatACommandSaysAboutOlderOnesWhenItIsSentAgain() {
        open();
        offer(1, "a");
        offer(2, "b");
        run(1);
        final List<Body.Frame> frames = wire.last().frames();
        reply(ReplyFrame.OK, SESSION, frames.get(0).sequence, "");
        offer(3, "c");
        run(1);
        assertEquals(frames.get(1).sequence, wire.last().frames().get(0).oldest);
        batcher.onLeader(9, 0, now);
        run(1);
        assertEquals(frames.get(1).sequence, wire.last().frames().get(0).sequence);
        assertEquals(frames.get(0).sequence, wire.last().frames().get(0).oldest);
    }

    @Test
    void shouldSendEverythingInFlightToANewLeaderAtOnce() {
        open();
        offer(1, "a");
        offer(2, "b");
        run(1);
        final Body old = wire.last();
        reply(ReplyFrame.OK, SESSION, old.frames().get(0).sequence, "");
        batcher.onLeader(2, 0, now);
        batcher.onLeader(3, 0, now);
        run(1);
        assertEquals(old, wire.last());
        batcher.onLeader(9, 0, now);
        batcher.doWork(now);
        assertEquals(9, wire.last().ballot);
        assertEquals(1, wire.last().frames().size());
        assertEquals(old.frames().get(1).sequence, wire.last().frames().get(0).sequence);
        assertNotEquals(old.sequence, wire.last().sequence);
    }

    @Test
    void shouldLearnTheLeaderFromReplies() {
        open();
        offer(1, "a");
        run(1);
        batcher.onReplyBatch(new Replies(BATCHER, 12, 2).batch(), now);
        run(1);
        assertEquals(12, wire.last().ballot);
    }

    @Test
    void shouldBackOffWhenRejectedAndFailAsNotAppliedWhenEveryEntryWasRejected() {
        open();
        offer(1, "a");
        int rejected = 0;
        for (int i = 0; i < 2000; i++) {
            run(1);
            for (; rejected < wire.bodies.size(); rejected++) {
                reject(wire.bodies.get(rejected), RejectEntry.OVERLOADED);
            }
        }
        assertFailure(1, OverloadedException.class, "had no room");
        assertTrue(rejected > 5 && rejected < 20, "sent " + rejected);
    }

    @Test
    void shouldFailAsUnknownWhenOneOfTheEntriesWasNotRejected() {
        open();
        offer(1, "a");
        run(1);
        final Body lost = wire.last();
        int rejected = wire.bodies.size();
        for (int i = 0; i < 2000; i++) {
            run(1);
            for (; rejected < wire.bodies.size(); rejected++) {
                reject(wire.bodies.get(rejected), RejectEntry.OVERLOADED);
                reject(wire.bodies.get(rejected), RejectEntry.OVERLOADED);
            }
            reject(BATCHER, lost.sequence, lost.ballot + 1, RejectEntry.OVERLOADED);
            reject(BATCHER + 1, lost.sequence, lost.ballot, RejectEntry.OVERLOADED);
        }
        assertFailure(1, OutcomeUnknownException.class, "it was sent");
    }

    @Test
    void shouldBelieveALateRejectionOfAnEarlierEntry() {
        open();
        offer(1, "a");
        run(1);
        final Body first = wire.last();
        run(140);
        final Body second = wire.last();
        assertNotEquals(first.sequence, second.sequence);
        reject(second, RejectEntry.OVERLOADED);
        reject(first, RejectEntry.OVERLOADED);
        int rejected = wire.bodies.size();
        for (int i = 0; i < 1900; i++) {
            run(1);
            for (; rejected < wire.bodies.size(); rejected++) {
                reject(wire.bodies.get(rejected), RejectEntry.OVERLOADED);
            }
        }
        assertFailure(1, OverloadedException.class, "had no room");
    }

    @Test
    void shouldFailWhatIsTooLargeForTheLeaderAtOnce() {
        open();
        offer(1, "a");
        run(1);
        reject(wire.last(), RejectEntry.TOO_LARGE);
        assertFailure(1, CommandTooLargeException.class, "too large");
        offer(2, "b");
        run(1);
        reject(wire.last(), RejectEntry.MALFORMED);
        assertFailure(2, NotAppliedException.class, "reason 3");
    }

    @Test
    void shouldTryTheCommandsOfARefusedEntryOneByOne() {
        open();
        offer(1, "a");
        offer(2, "b");
        run(1);
        reject(wire.last(), RejectEntry.TOO_LARGE);
        final int before = wire.bodies.size();
        batcher.doWork(now);
        assertEquals(before + 2, wire.bodies.size());
        assertEquals(1, wire.last().frames().size());
        reject(wire.bodies.get(before), RejectEntry.TOO_LARGE);
        assertFailure(1, CommandTooLargeException.class, "too large");
        reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "fine");
        assertEquals("fine", outcomes.get(2L));
    }

    @Test
    void shouldFailOnlyWhatWasSentWhenTheSessionIsGoneAndGoOnInANewOne() {
        open();
        offer(1, "a");
        run(1);
        final long sequence = wire.last().frames().get(0).sequence;
        offer(2, "b");
        reply(ReplyFrame.NO_SESSION, SESSION, sequence, "");
        assertFailure(1, SessionExpiredException.class, "session 5");
        assertFalse(outcomes.containsKey(2L));
        run(1);
        final Body.Frame open = wire.last().frames().get(0);
        assertEquals(CommandFrame.OPEN_SESSION, open.kind);
        reply(ReplyFrame.SESSION_OPENED, SESSION + 1, open.sequence, "");
        run(1);
        final Body.Frame frame = wire.last().frames().get(0);
        assertEquals(SESSION + 1, frame.session);
        assertEquals("b", text(frame.payload));
        assertEquals(frame.sequence, frame.oldest);
        assertEquals(1, batcher.counters().sessionsLost());
    }

    @Test
    void shouldNotTrustASessionThatWasIdleForHalfItsTimeout() {
        open();
        offer(1, "a");
        run(1);
        reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "");
        now += 5001 * MILLI;
        offer(2, "b");
        final int before = wire.bodies.size();
        run(1);
        assertEquals(CommandFrame.CLOSE_SESSION, wire.bodies.get(before).frames().get(0).kind);
        assertEquals(SESSION, wire.bodies.get(before).frames().get(0).session);
        assertEquals(CommandFrame.OPEN_SESSION, wire.last().frames().get(0).kind);
        reply(ReplyFrame.NO_SESSION, SESSION, 1, "");
        assertTrue(outcomes.get(2L) == null);
    }

    @Test
    void shouldFailWaitingCommandsWhenThereAreTooManySessions() {
        batcher.onLeader(3, 1, now);
        offer(1, "a");
        run(1);
        reply(ReplyFrame.TOO_MANY_SESSIONS, 0, wire.last().frames().get(0).sequence + 1, "");
        assertTrue(outcomes.isEmpty());
        reply(ReplyFrame.TOO_MANY_SESSIONS, 0, wire.last().frames().get(0).sequence, "");
        assertFailure(1, OverloadedException.class, "maxSessions");
    }

    @Test
    void shouldReportOverloadWhenNoSessionCouldBeOpenedForIt() {
        batcher.onLeader(3, 1, now);
        offer(1, "a");
        int rejected = 0;
        for (int i = 0; i < 2001; i++) {
            run(1);
            for (; rejected < wire.bodies.size(); rejected++) {
                reject(wire.bodies.get(rejected), RejectEntry.OVERLOADED);
            }
        }
        assertFailure(1, OverloadedException.class, "open a session");
    }

    @Test
    void shouldRefuseMoreThanTheWindowUntilTheOldestIsAnswered() {
        open();
        for (int i = 0; i < 8; i++) {
            assertTrue(offer(i, "x"));
        }
        assertFalse(offer(8, "x"));
        run(1);
        final long first = wire.last().frames().get(0).sequence;
        reply(ReplyFrame.OK, SESSION, first + 1, "");
        assertFalse(offer(8, "x"));
        reply(ReplyFrame.OK, SESSION, first, "");
        assertTrue(offer(8, "x"));
        assertTrue(offer(9, "x"));
        assertFalse(offer(10, "x"));
        assertEquals(8, batcher.inFlight());
    }

    @Test
    void shouldBoundTheBytesInFlight() {
        final GroupConfig config = GroupConfig.scattered().withClientWindow(4096);
        batcher = new Batcher(config, BATCHER, 1, wire);
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[8 * 1024 * 1024]);
        for (int i = 0; i < 7; i++) {
            assertTrue(batcher.offer(false, null, 0, 0, payload, 0, payload.capacity(), i, new Outcome(), now));
        }
        assertFalse(batcher.offer(false, null, 0, 0, payload, 0, payload.capacity(), 7, new Outcome(), now));
    }

    @Test
    void shouldRefuseCommandsOverTheLimit() {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[400_001]);
        assertThrows(CommandTooLargeException.class,
            () -> batcher.offer(false, bytes, 0, 1, bytes, 0, 400_000, 1, new Outcome(), now));
        assertTrue(batcher.offer(false, bytes, 0, 1, bytes, 0, 399_999, 1, new Outcome(), now));
        assertThrows(IllegalArgumentException.class,
            () -> batcher.offer(false, bytes, 0, -1, bytes, 0, 10, 1, new Outcome(), now));
    }

    @Test
    void shouldSplitEntriesAtTheBatchSizeAndSendALargeCommandAloneInChunks() {
        open();
        final int before = wire.bodies.size();
        offer(1, "x".repeat(500));
        offer(2, "y".repeat(500));
        offer(3, "z".repeat(399_000));
        offer(4, "w");
        run(1);
        final List<Body> sent = wire.bodies.subList(before, wire.bodies.size());
        assertEquals(4, sent.size());
        for (final Body body : sent) {
            assertEquals(1, body.frames().size());
            assertTrue(body.complete());
        }
        assertEquals("z".repeat(399_000), text(sent.get(2).frames().get(0).payload));
        assertEquals("w", text(sent.get(3).frames().get(0).payload));
    }

    @Test
    void shouldGoOnFromTheChunkThatWasNotTaken() {
        open();
        offer(1, "z".repeat(200_000));
        offer(2, "w");
        wire.capacity = 2;
        run(1);
        assertFalse(wire.last().complete());
        wire.capacity = 1;
        run(1);
        assertFalse(wire.last().complete());
        wire.capacity = Integer.MAX_VALUE;
        run(1);
        assertEquals(4, wire.chunksOf(wire.last().sequence - 1));
        assertTrue(wire.bodies.get(wire.bodies.size() - 2).complete());
        assertEquals("w", text(wire.last().frames().get(0).payload));
    }

    @Test
    void shouldGiveUpAHalfSentEntryWhenTheLeaderChanges() {
        open();
        offer(1, "z".repeat(200_000));
        wire.capacity = 2;
        run(1);
        final Body half = wire.last();
        batcher.onLeader(8, 2, now);
        wire.capacity = Integer.MAX_VALUE;
        run(1);
        assertFalse(half.complete());
        assertTrue(wire.last().complete());
        assertEquals(8, wire.last().ballot);
    }

    @Test
    void shouldSendToTheLeaderOnlyWhenTheLeaderDisseminates() {
        batcher = new Batcher(CONFIG.withDissemination(Dissemination.LEADER), BATCHER, 1, wire);
        batcher.onLeader(3, 2, now);
        offer(1, "a");
        run(1);
        assertEquals(List.of(2), wire.targets);
    }

    @Test
    void shouldSurviveRepliesThatMakeNoSense() {
        open();
        offer(1, "a");
        run(1);
        final long sequence = wire.last().frames().get(0).sequence;
        for (final int length : new int[] {0, -1, 23, 1000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            final ReplyBatch batch = new Replies(BATCHER, 3, 1).add((byte) 99, SESSION, sequence, "")
                .add(ReplyFrame.OK, SESSION, sequence, "x").batch();
            final UnsafeBuffer copy = new UnsafeBuffer(new byte[batch.bufferOffset + batch.length]);
            copy.putBytes(0, batch.buffer, 0, copy.capacity());
            copy.putInt(batch.bufferOffset + 24, length);
            batch.buffer = copy;
            batcher.onReplyBatch(batch, now);
        }
        assertEquals(12, batcher.counters().badFrames());
        final int max = Integer.MAX_VALUE;
        for (final int[] range : new int[][] {{0, -1}, {-1, 30}, {10, max}, {max, 24}, {0, 41}}) {
            final ReplyBatch batch = new Replies(BATCHER, 3, 1).add(ReplyFrame.OK, SESSION, sequence, "x").batch();
            batch.buffer = new UnsafeBuffer(new byte[40]);
            batch.bufferOffset = range[0];
            batch.length = range[1];
            batcher.onReplyBatch(batch, now);
        }
        assertEquals(17, batcher.counters().badFrames());
        assertTrue(outcomes.isEmpty());
        reply(ReplyFrame.OK, SESSION, sequence, "fine");
        assertEquals("fine", outcomes.get(1L));
    }

    @Test
    void shouldFailEverythingAtCloseAndCloseTheSession() {
        open();
        offer(1, "a");
        run(1);
        offer(2, "b");
        batcher.close(now);
        assertFailure(1, OutcomeUnknownException.class, "closed");
        assertFailure(2, ClientClosedException.class, "not sent");
        assertEquals(CommandFrame.CLOSE_SESSION, wire.last().frames().get(0).kind);
        assertEquals(SESSION, wire.last().frames().get(0).session);
        assertThrows(ClientClosedException.class, () -> offer(3, "c"));
        final int sent = wire.bodies.size();
        batcher.onLeader(10, 1, now);
        run(500);
        assertEquals(sent, wire.bodies.size());
    }

    @Test
    void shouldSurviveHandlersThatThrowAndHandlersThatSubmit() {
        open();
        final ReplyHandler handler = new Outcome() {
            @Override
            public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
                assertTrue(offer(2, "from the handler"));
                throw new IllegalStateException("handler's own error");
            }
        };
        batcher.offer(false, null, 0, 0, new UnsafeBuffer(new byte[1]), 0, 1, 1, handler, now);
        run(1);
        reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "");
        assertEquals(1, batcher.counters().handlerErrors());
        assertEquals("handler's own error", batcher.counters().lastHandlerError().getMessage());
        run(1);
        reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "second");
        assertEquals("second", outcomes.get(2L));
    }

    private void open() {
        batcher.onLeader(3, 1, now);
        offer(-1, "opener");
        run(1);
        reply(ReplyFrame.SESSION_OPENED, SESSION, wire.last().frames().get(0).sequence, "");
        run(1);
        reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "");
        outcomes.clear();
    }

    private boolean offer(final long id, final String payload) {
        final UnsafeBuffer header = new UnsafeBuffer("#h".getBytes(StandardCharsets.US_ASCII));
        final byte[] bytes = ("##" + payload).getBytes(StandardCharsets.US_ASCII);
        return batcher.offer(false, header, 1, 1, new UnsafeBuffer(bytes), 2, bytes.length - 2, id, new Outcome(), now);
    }

    private void run(final int millis) {
        for (int i = 0; i < millis; i++) {
            now += MILLI;
            batcher.doWork(now);
        }
    }

    private void reply(final byte status, final long session, final long sequence, final String answer) {
        batcher.onReplyBatch(new Replies(BATCHER, 3, 1).add(status, session, sequence, answer).batch(), now);
    }

    private void reject(final Body body, final int reason) {
        reject(body.batcherId, body.sequence, body.ballot, reason);
    }

    private void reject(final long batcherId, final long sequence, final long ballot, final int reason) {
        final RejectEntry message = new RejectEntry();
        message.batcherId = batcherId;
        message.sequence = sequence;
        message.ballot = ballot;
        message.reason = reason;
        batcher.onReject(message, now);
    }

    private void assertFailure(final long id, final Class<? extends FleetException> type, final String part) {
        final Object outcome = outcomes.get(id);
        assertTrue(outcome != null, "no outcome of " + id);
        assertEquals(type, outcome.getClass(), () -> outcome.toString());
        assertTrue(outcome.toString().contains(part), () -> outcome.toString());
    }

    private static String text(final byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private class Outcome implements ReplyHandler {
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
    private static final class Wire implements Outbound {
        private final List<Body> bodies = new ArrayList<>();
        private final List<Integer> targets = new ArrayList<>();
        private final Map<Long, Integer> chunks = new HashMap<>();
        private int capacity = Integer.MAX_VALUE;

        private Body last() {
            return bodies.get(bodies.size() - 1);
        }

        private int chunksOf(final long entry) {
            return chunks.get(entry);
        }

        @Override
        public int self() {
            return -1;
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
        public boolean send(final int node, final Message message) {
            targets.add(node);
            return broadcast(message);
        }

        @Override
        public boolean sendToBatcher(final long batcherId, final Message message) {
            throw new AssertionError("a batcher does not send to batchers");
        }
    }
}
