package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.NoLeaderException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.fixture.mark.Expects;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class BatcherTest extends BatcherFixture {
    @Test
    @Expects("batcher.command-overdue")
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
        send(2, "bb");
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
        send(2, "b");
        final long first = wire.last().frames().get(0).sequence;
        batcher.onReplyBatch(new Replies(BATCHER, 3, 1).add(ReplyFrame.OK, SESSION, first + 1, "for b")
            .add(ReplyFrame.OK, SESSION, first, "for a").add(ReplyFrame.OK, SESSION, first, "again")
            .add(ReplyFrame.OK, SESSION, first + 9, "nobody").batch(), now);
        assertEquals("for a", outcomes.get(1L));
        assertEquals("for b", outcomes.get(2L));
        assertEquals(0, batcher.inFlight());
    }

    @Test
    @Expects("batcher.unanswered-command-sent-again")
    void shouldSendAgainTheSameBytesInANewEntryWithDoublingDelays() {
        open();
        send(1, "a");
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
        send(2, "b");
        final List<Body.Frame> frames = wire.last().frames();
        reply(ReplyFrame.OK, SESSION, frames.get(0).sequence, "");
        send(3, "c");
        assertEquals(frames.get(1).sequence, wire.last().frames().get(0).oldest);
        batcher.onLeader(9, 0, now);
        run(1);
        assertEquals(frames.get(1).sequence, wire.last().frames().get(0).sequence);
        assertEquals(frames.get(0).sequence, wire.last().frames().get(0).oldest);
    }

    @Test
    @Expects("batcher.command-still-being-sent")
    void shouldNotSendAgainWhatIsStillBeingSent() {
        open();
        offer(1, "x".repeat(300_000));
        wire.capacity = 1;
        run(1);
        final Body body = wire.last();
        run(1_000);
        wire.capacity = Integer.MAX_VALUE;
        run(50);
        assertEquals(5, wire.chunksOf(body.sequence));
        assertEquals(body, wire.last(), "there is a copy behind it");
        run(100);
        assertEquals(1, wire.bodies.indexOf(wire.last()) - wire.bodies.indexOf(body), "no answer came");
    }

    @Test
    void shouldStayWithAProxyThatTakesABodySlowly() { // D4
        batcher = new Batcher(GroupConfig.coded(3, 2).withClientWindow(8).withMaxBatchBytes(1024).withRetryMillis(100)
            .withRequestTimeoutMillis(20_000).withMaxCommandBytes(400_000), BATCHER, 1, wire);
        open();
        batcher.onLeader(9, 2, now);
        offer(1, "x".repeat(300_000));
        wire.capacity = 1;
        run(1);
        final int targets = wire.targets.size();
        for (int chunk = 1; chunk < 5; chunk++) {
            run(190);
            wire.capacity = 1;
        }
        run(190);
        assertEquals(Set.of(1), Set.copyOf(wire.targets.subList(targets, wire.targets.size())));
        assertEquals(5, wire.chunksOf(wire.last().sequence));
        wire.capacity = Integer.MAX_VALUE;
        run(500);
        assertTrue(wire.targets.contains(2), "then no answer comes");
    }

    @Test
    @Expects("batcher.in-flight-sent-to-a-new-leader")
    void shouldSendEverythingInFlightToANewLeaderAtOnce() {
        open();
        offer(1, "a");
        send(2, "b");
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
        send(1, "a");
        batcher.onReplyBatch(new Replies(BATCHER, 12, 2).batch(), now);
        run(1);
        assertEquals(12, wire.last().ballot);
    }

    @Test
    @Expects("batcher.window-full")
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
    void shouldCloseAnEntryThatHasTheMostCommands() {
        batcher = new Batcher(CONFIG.withMaxBatchCommands(3), BATCHER, 1, wire);
        open();
        for (int i = 0; i < 7; i++) {
            offer(i, "x");
        }
        final int before = wire.bodies.size();
        run(1);
        assertEquals(List.of(3, 3, 1),
            wire.bodies.subList(before, wire.bodies.size()).stream().map(body -> body.frames().size()).toList());
        batcher.onLeader(9, 0, now);
        run(1);
        assertEquals(List.of(3, 3, 1), wire.bodies.subList(before + 3, wire.bodies.size()).stream()
            .map(body -> body.frames().size()).toList(), "what is sent again is bounded likewise");
    }

    @Test
    void shouldBoundEntriesByTheirBytesAloneByDefault() {
        open();
        for (int i = 0; i < 8; i++) {
            offer(i, "x");
        }
        run(1);
        assertEquals(8, wire.last().frames().size());
        assertEquals(0, CONFIG.maxBatchCommands());
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
        send(4, "w");
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
    void shouldNotSendAgainWhatTakesNoLongerThanTheOthersDo() { // else a slow disk makes work for itself
        open();
        for (int i = 0; i < 30; i++) {
            offer(i, "a");
            run(150);
            reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "");
        }
        final int before = wire.bodies.size();
        for (int i = 30; i < 40; i++) {
            offer(i, "a");
            run(150);
            reply(ReplyFrame.OK, SESSION, wire.last().frames().get(0).sequence, "");
        }
        assertEquals(before + 10, wire.bodies.size());
        offer(40, "lost");
        run(300);
        assertEquals(before + 12, wire.bodies.size(), "what takes longer is sent again");
    }

    @Test
    void shouldSendToNobodyWhatItsLeaderCannotTake() { // who orders a body is who must not lose it
        batcher.onLeader(3, 2, now);
        send(1, "a");
        assertEquals(List.of(2), wire.needed);
        assertEquals(List.of(), wire.targets);
    }

    @Test
    void shouldSendToTheLeaderOnlyWhenTheLeaderDisseminates() {
        batcher = new Batcher(CONFIG.withDissemination(Dissemination.LEADER), BATCHER, 1, wire);
        batcher.onLeader(3, 2, now);
        send(1, "a");
        assertEquals(List.of(2), wire.targets);
    }
}
