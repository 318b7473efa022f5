package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReplyHandler;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.error.ClientClosedException;
import io.fleet.error.CommandFailedException;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.error.OverloadedException;
import io.fleet.error.ReplyGoneException;
import io.fleet.error.ReplyTooLargeException;
import io.fleet.error.SessionExpiredException;
import io.fleet.fixture.mark.Expects;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BatcherFailureTest extends BatcherFixture {
    @Test
    void shouldIgnoreASessionThatWasNotAskedFor() {
        batcher.onLeader(3, 1, now);
        send(1, "a");
        reply(ReplyFrame.SESSION_OPENED, SESSION, wire.last().frames().get(0).sequence + 1, "");
        reply(ReplyFrame.SESSION_OPENED, 0, wire.last().frames().get(0).sequence, "");
        run(1);
        assertEquals(1, wire.bodies.size());
    }

    @Test
    void shouldIgnoreRepliesOfOtherSessionsAndForOtherBatchersAndToWhatWasNotSent() {
        open();
        send(1, "a");
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
            {ReplyFrame.FAILED, ReplyFrame.REPLY_TOO_LARGE, ReplyFrame.STALE, ReplyFrame.WINDOW_EXCEEDED,
                ReplyFrame.REPLY_GONE};
        for (int i = 0; i < statuses.length; i++) {
            send(i, "x");
            reply(statuses[i], SESSION, wire.last().frames().get(0).sequence, i == 0 ? "nö" : "");
        }
        assertFailure(0, CommandFailedException.class, "nö");
        assertFailure(1, ReplyTooLargeException.class, "maxReplyBytes");
        assertFailure(2, OutcomeUnknownException.class, "waits for");
        assertFailure(3, OutcomeUnknownException.class, "clientWindow");
        assertFailure(4, ReplyGoneException.class, "was applied");
    }

    @Test
    @Expects("batcher.entry-rejected")
    void shouldBackOffWhenRejectedAndFailAsNotAppliedWhenEveryEntryWasRejected() {
        open();
        offer(1, "a");
        final int rejected = rejectAll(0, 2000, RejectEntry.OVERLOADED);
        assertFailure(1, OverloadedException.class, "had no room");
        assertTrue(rejected > 5 && rejected < 20, "sent " + rejected);
    }

    @Test
    @Tag("hazard-U-full")
    void shouldFailAsNotAppliedAndSayWhyWhereADiskIsFull() {
        open();
        offer(1, "a");
        final int rejected = rejectAll(0, 2000, RejectEntry.DISK_FULL);
        assertFailure(1, NotAppliedException.class, "disks are full (node 1: the scattered log in /data), so ");
        assertTrue(rejected > 5 && rejected < 20, "sent " + rejected);
    }

    @Test
    void shouldFailAsUnknownWhenOneOfTheEntriesWasNotRejected() {
        open();
        send(1, "a");
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
        send(1, "a");
        final Body first = wire.last();
        run(140);
        final Body second = wire.last();
        assertNotEquals(first.sequence, second.sequence);
        reject(second, RejectEntry.OVERLOADED);
        reject(first, RejectEntry.OVERLOADED);
        rejectAll(wire.bodies.size(), 1900, RejectEntry.OVERLOADED);
        assertFailure(1, OverloadedException.class, "had no room");
    }

    @Test
    void shouldFailWhatIsTooLargeForTheLeaderAtOnce() {
        open();
        send(1, "a");
        reject(wire.last(), RejectEntry.TOO_LARGE);
        assertFailure(1, CommandTooLargeException.class, "too large");
        send(2, "b");
        reject(wire.last(), RejectEntry.MALFORMED);
        assertFailure(2, NotAppliedException.class, "reason 3");
    }

    @Test
    @Expects("batcher.rejected-command-goes-alone")
    void shouldTryTheCommandsOfARefusedEntryOneByOne() {
        open();
        offer(1, "a");
        send(2, "b");
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
    @Expects("batcher.session-lost")
    void shouldFailOnlyWhatWasSentWhenTheSessionIsGoneAndGoOnInANewOne() {
        open();
        send(1, "a");
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
    @Expects("batcher.idle-session-renewed")
    void shouldNotTrustASessionThatWasIdleForHalfItsTimeout() {
        open();
        send(1, "a");
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
    @Expects("batcher.too-many-sessions")
    void shouldFailWaitingCommandsWhenThereAreTooManySessions() {
        batcher.onLeader(3, 1, now);
        send(1, "a");
        reply(ReplyFrame.TOO_MANY_SESSIONS, 0, wire.last().frames().get(0).sequence + 1, "");
        assertTrue(outcomes.isEmpty());
        reply(ReplyFrame.TOO_MANY_SESSIONS, 0, wire.last().frames().get(0).sequence, "");
        assertFailure(1, OverloadedException.class, "maxSessions");
    }

    @Test
    void shouldReportOverloadWhenNoSessionCouldBeOpenedForIt() {
        batcher.onLeader(3, 1, now);
        offer(1, "a");
        final int rejected = rejectAll(0, 2001, RejectEntry.OVERLOADED);
        assertFailure(1, OverloadedException.class, "open a session");
    }

    @Test
    void shouldSurviveRepliesThatMakeNoSense() {
        open();
        send(1, "a");
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
        send(1, "a");
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

    /** Rejects for so many milliseconds all that is sent, but for the first; how many were sent. */
    private int rejectAll(final int first, final int millis, final int reason) {
        int rejected = first;
        for (int i = 0; i < millis; i++) {
            run(1);
            for (; rejected < wire.bodies.size(); rejected++) {
                reject(wire.bodies.get(rejected), reason);
            }
        }
        return rejected;
    }
}
