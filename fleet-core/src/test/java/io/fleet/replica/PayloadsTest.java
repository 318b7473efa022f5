package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.error.SnapshotFormatException;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.machine.RopeMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.session.ReplyFrame;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Payload handles (C1) of one machine, where values are in memory and where they are on other nodes. */
class PayloadsTest {
    private final Side plain = new Side(GroupConfig.scattered(), true);
    private final Side coded = new Side(GroupConfig.coded(3, 2), true);
    private final Side other = new Side(GroupConfig.coded(3, 2), false);

    @Test
    void shouldKeepReturnAndForgetPayloadsUnseen() { // C1
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put a", "first").write(1, 2, "put b", "second"));
        apply(new Body().write(1, 3, "append a", "-third"));
        apply(new Body().read(1, 4, "get a", "").read(1, 5, "get none", ""));
        apply(new Body().write(1, 6, "put a", "fourth").read(1, 7, "get a", "").read(1, 8, "get b", ""));
        final List<String> answers = plain.answers();
        assertEquals(List.of("7 1/5", "0 1/1", "0 1/2", "0 1/3", "0 1/4 <first-third>", "0 1/5 <>", "0 1/6",
            "0 1/7 <fourth>", "0 1/8 <second>"), answers);
        assertSame(answers);
        assertEquals(12, plain.replica.payloadBytes(), "what is placed, and no more");
        assertEquals(0, coded.replica.payloadBytes());
        assertEquals(0, coded.counters.payloadWaits.get());
        assertTrue(other.values.gathered.isEmpty(), "who answers nobody gathers nothing");
        assertTrue(coded.replica.isReferenced(Body.BATCHER, 2, 62), "b is of the second entry");
        assertFalse(coded.replica.isReferenced(Body.BATCHER, 1, 31));
    }

    @Test
    void shouldAnswerARepeatedWriteWithTheSamePayload() { // S9, C10
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put a", "first"));
        coded.replica.writeSnapshot(new MemorySnapshot());
        apply(new Body().write(1, 2, "take a", ""));
        assertTrue(coded.replica.isReferenced(Body.BATCHER, 2, 62), "by the stored reply alone");
        apply(new Body().write(1, 2, "take a", "").read(1, 3, "get a", ""));
        assertEquals(List.of("0 1/2 <first>", "0 1/2 <first>", "0 1/3 <>"), plain.answers().subList(2, 5));
        assertSame(plain.answers());
        apply(new Body().write(1, 4, 4, "").write(1, 5, "drop a", ""));
        assertEquals(0, plain.replica.payloadBytes(), "the client has the reply");
        coded.replica.covered(4);
        assertTrue(coded.replica.isReferenced(Body.BATCHER, 2, 62), "a snapshot that was written has it");
        coded.replica.covered(5);
        assertFalse(coded.replica.isReferenced(Body.BATCHER, 2, 62));
        apply(new Body().write(1, 6, "put b", "second"));
        apply(new Body().write(1, 7, "drop b", ""));
        assertFalse(coded.replica.isReferenced(Body.BATCHER, 6, 6 * 31), "no snapshot has it, nor will one");
    }

    @Test
    void shouldForgetStoredRepliesWithTheirSession() { // S9
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "twice x", "abc"));
        assertEquals("0 1/1 abc+abc", plain.answers().get(1));
        assertSame(plain.answers());
        assertEquals(3, plain.replica.payloadBytes());
        apply(new Body().close(1));
        assertEquals(0, plain.replica.payloadBytes());
        assertEquals(0, coded.referenced());
    }

    @Test
    @Expects("entry-applier.waits-for-payloads")
    void shouldWaitForTheBytesThatACommandLooksInto() {
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put n", "4"));
        coded.values.slow = true;
        other.values.slow = true;
        chosen(new Body().write(1, 2, "append n", "1").write(1, 3, "add n", "").write(1, 4, "put n", "7"));
        work();
        assertEquals(3, plain.replica.applied());
        assertEquals(2, coded.replica.applied());
        assertFalse(coded.replica.isBetweenEntries(), "two commands of three are applied");
        coded.replica.pause();
        coded.values.complete();
        other.values.complete();
        work();
        assertTrue(coded.replica.isBetweenEntries(), "also a replica that is paused goes on to the end of the entry");
        coded.replica.resume();
        coded.values.slow = false;
        other.values.slow = false;
        work();
        assertEquals(3, other.replica.applied());
        assertEquals("0 1/3 42", plain.answers().get(3));
        assertSame(plain.answers());
        assertEquals(1, other.counters.payloadWaits.get());
        apply(new Body().read(1, 5, "text n", "").write(1, 6, "see x", "abc"));
        assertEquals(List.of("0 1/5 7", "0 1/6 cba"), plain.answers().subList(5, 7));
        assertSame(plain.answers());
    }

    @Test
    void shouldShowNoBytesThatNobodyAskedFor() {
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "peek x", "abc").write(1, 2, "forget x", "abc"));
        assertEquals(List.of("1 1/1 the bytes of a payload of 3 bytes from 0 of the value at LSN 2, not placed are"
            + " not at hand: neither looksInto nor prepare asked for them",
            "1 1/2 payload of 3 bytes from 3 of the value at LSN 2, not placed is not placed and cannot be forgotten"),
            plain.answers().subList(1, 3));
        assertSame(plain.answers());
        assertEquals(0, plain.replica.payloadBytes());
    }

    @Test
    void shouldNotReturnWhatCameWithAQuery() { // one replica alone executes it
        apply(new Body().open(5));
        apply(new Body().read(1, 1, "echo x", "abc"));
        assertTrue(plain.answers().get(1).startsWith("1 1/1 payload of 3 bytes from 0 of the value at LSN 2"),
            plain.answers().get(1));
        assertSame(plain.answers());
    }

    @Test
    void shouldNotTakeTheBytesOfAQueryForThoseOfTheEntryThatWasAppliedLast() { // C1
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put a", "first"));
        final Body asked = new Body().read(0, 9, "text a", "a question that is longer");
        plain.replica.read(Body.BATCHER, 77, 0, 0, asked.buffer(), 0, asked.length());
        assertEquals("0 0/9 first", plain.answers().get(2));
        coded.replica.read(Body.BATCHER, 77, 0, 0, asked.buffer(), 0, asked.length());
        assertTrue(coded.answers().get(2).startsWith(ReplyFrame.NOT_SERVED + " 0/9"), "the bytes are elsewhere");
    }

    @Test
    void shouldForgetByTimers() {
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put n7", "abc").write(1, 2, "later n7", ""));
        assertEquals(3, plain.replica.payloadBytes());
        plain.time = 500;
        coded.time = 500;
        other.time = 500;
        apply(new Body().read(1, 3, "get n7", ""));
        assertEquals("0 1/3 <>", plain.answers().get(3));
        assertEquals(0, plain.replica.payloadBytes());
        assertEquals(0, coded.referenced());
    }

    @Test
    void shouldGoOnFromASnapshot() { // also replies that are stored
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put a", "first").write(1, 2, "append a", "").write(1, 3, "append a", "-two"));
        apply(new Body().write(1, 4, "put b", "other").write(1, 5, "swap b", "new"));
        for (final Side side : List.of(plain, coded)) {
            final MemorySnapshot snapshot = new MemorySnapshot();
            side.replica.writeSnapshot(snapshot);
            final MemorySnapshot again = new MemorySnapshot();
            final Side restored = new Side(side.config, true);
            restored.replica.readSnapshot(snapshot.reader());
            restored.replica.writeSnapshot(again);
            assertArrayEquals(snapshot.toBytes(), again.toBytes());
            restored.goOnLike(side);
            restored.apply(new Body().write(1, 5, "swap b", "new").read(1, 6, "get a", "").read(1, 7, "get b", ""));
            assertEquals(List.of("0 1/5 <other>", "0 1/6 <first-two>", "0 1/7 <new>"), restored.answers());
            assertEquals(side.referenced(), restored.referenced());
        }
        final MemorySnapshot snapshot = new MemorySnapshot();
        coded.replica.writeSnapshot(snapshot);
        final MemorySnapshot others = new MemorySnapshot();
        other.replica.writeSnapshot(others);
        assertArrayEquals(snapshot.toBytes(), others.toBytes(), "who answered and who did not");
        final String failure = assertThrows(SnapshotFormatException.class,
            () -> new Side(GroupConfig.scattered(), true).replica.readSnapshot(snapshot.reader())).getMessage();
        assertTrue(failure.contains("kind 1"), failure);
    }

    /** H1: a query that would answer its own payload is executed by the replier only. */
    @Test
    void shouldLeaveNoTraceOfReads() {
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put a", "first").read(1, 2, "echo", "payload of the query"));
        assertTrue(coded.answers().stream().anyMatch(each -> each.startsWith("1 1/2 payload of 20 bytes")
            && each.endsWith("cannot be returned")), coded.answers().toString());
        final MemorySnapshot snapshot = new MemorySnapshot();
        coded.replica.writeSnapshot(snapshot);
        final MemorySnapshot others = new MemorySnapshot();
        other.replica.writeSnapshot(others);
        assertArrayEquals(snapshot.toBytes(), others.toBytes(), "who answered and who did not");
    }

    @Test
    @Expects("deferred-replies.payload-is-gone")
    void shouldExecuteAQueryAnewWhosePayloadIsGone() { // C10
        putFirstAndSlowDown();
        apply(new Body().read(1, 2, "get a", ""));
        apply(new Body().write(1, 3, "put a", "second"));
        coded.values.slow = false;
        coded.values.lose(2);
        work();
        assertTrue(coded.answers().contains("0 1/2 <second>"), coded.answers().toString());
        assertEquals(1, coded.counters.payloadsGone.get());
    }

    @Test
    @Expects("deferred-replies.newer-state-does-without")
    void shouldExecuteAQueryAnewOnTheStateThatDoesWithoutItsPayload() { // C10
        putFirstAndSlowDown();
        apply(new Body().read(1, 2, "get a", ""));
        assertEquals(0, coded.values.letGo(1), "the snapshot of that member is from before the payload");
        assertEquals(1, coded.values.letGo(4), "it knows of a state that does without");
        work();
        assertEquals(0, coded.values.waiting(), "on the state of this replica it would be the same payload");
        coded.values.slow = false;
        coded.values.lose(2);
        apply(new Body().write(1, 3, "put a", "second"));
        assertTrue(coded.answers().contains("0 1/2 <second>"), coded.answers().toString());
        assertEquals(1, coded.counters.payloadsGone.get());
    }

    @Test
    @Expects("deferred-replies.looked-into-beside-the-log")
    void shouldGatherWhatAQueryLooksIntoThatIsExecutedAnew() { // C10
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put a", "first"));
        work();
        chosen(new Body().read(1, 2, "label a", ""));
        coded.values.slow = true;
        other.values.slow = true;
        work();
        coded.values.complete();
        work();
        assertEquals(3, coded.replica.applied(), "what it looks into has come, and what it answers is gathered");
        assertEquals(1, coded.values.waiting());
        other.values.complete();
        work();
        apply(new Body().write(1, 3, "put a", "second"));
        assertEquals(1, coded.values.letGo(4));
        work();
        assertEquals(1, coded.values.waiting(), "what it looks into now");
        apply(new Body().write(1, 4, "put a", "third"));
        assertEquals(1, coded.values.letGo(5));
        work();
        coded.values.complete();
        work();
        coded.values.complete();
        work();
        assertTrue(coded.answers().contains("0 1/2 third=<third>"), coded.answers().toString());
        assertEquals(2, coded.counters.payloadsGone.get());
    }

    @Test
    void shouldAskAgainForWhatAWriteHasReturned() { // S9
        putFirstAndSlowDown();
        apply(new Body().write(1, 2, "take a", ""));
        coded.values.slow = false;
        coded.values.goneOnce();
        work();
        work();
        assertTrue(coded.answers().contains("0 1/2 <first>"), coded.answers().toString());
    }

    @Test
    @Expects("deferred-replies.nobody-waits-any-more")
    void shouldGiveUpAReplyWhoseSessionHasEnded() {
        putFirstAndSlowDown();
        apply(new Body().write(1, 2, "take a", ""));
        apply(new Body().close(1));
        coded.values.slow = false;
        coded.values.goneOnce();
        work();
        assertFalse(coded.answers().toString().contains("first"));
        assertTrue(coded.values.gathered.size() <= 1, "it is not asked for again");
    }

    @Test
    void shouldGiveUpAReplyThatWasDroppedForRoom() { // S13
        final Side small = new Side(GroupConfig.coded(3, 2).withMaxSessions(4).withSessionBytes(1_024), true);
        small.apply(new Body().open(5));
        small.apply(new Body().write(1, 1, "put a", "first"));
        small.values.slow = true;
        small.apply(new Body().write(1, 2, "take a", ""));
        small.values.slow = false;
        small.apply(new Body().write(1, 3, "see x", "y".repeat(200)).write(1, 4, "see x", "z".repeat(200)));
        small.values.goneOnce();
        small.work();
        small.work();
        assertFalse(small.answers().toString().contains("first"), small.answers().toString());
        assertFalse(small.values.gathered.contains(2L), "it is not asked for again");
    }

    @Test
    @Expects("deferred-replies.asked-again-while-gathering")
    void shouldGatherOnceWhatIsAskedForAgainMeanwhile() {
        putFirstAndSlowDown();
        apply(new Body().read(1, 2, "get a", ""));
        apply(new Body().read(1, 2, "get a", ""));
        assertEquals(1, coded.counters.deferredReplies.get());
        work();
        coded.values.slow = false;
        coded.values.complete();
        work();
        work();
        assertEquals(1, coded.answers().stream().filter("0 1/2 <first>"::equals).count(), coded.answers().toString());
        apply(new Body().read(1, 2, "get a", ""));
        work();
        assertEquals(2, coded.counters.deferredReplies.get(), "its answer may have been lost");
    }

    @Test
    @Expects("deferred-replies.too-much-waits")
    void shouldDropRepliesBeyondABound() {
        putFirstAndSlowDown();
        for (int round = 0; round < 60; round++) {
            final Body body = new Body();
            for (int i = 0; i < 1_000; i++) {
                body.read(1, round * 1_000 + i + 2, "get a", "");
            }
            apply(body);
        }
        assertTrue(coded.counters.repliesLost.get() > 0);
        assertTrue(coded.counters.deferredReplies.get() > 10_000);
    }

    @Test
    void shouldRefuseRepliesThatAreTooLong() {
        final Side small = new Side(GroupConfig.scattered().withMaxReplyBytes(64), true);
        small.apply(new Body().open(5));
        small.apply(new Body().write(1, 1, "put a", "0123456789012345678901234567890").write(1, 2, "append a",
            "0123456789012345678901234567890"));
        small.apply(new Body().write(1, 3, "append a", "x").read(1, 4, "get a", "").write(1, 5, "take a", ""));
        assertEquals(List.of("4 1/4", "4 1/5"), small.answers().subList(4, 6));
        assertEquals(0, small.replica.payloadBytes(), "what is too long is not kept for a repetition");
    }

    @Test
    void shouldSliceWithinBounds() {
        final PayloadHandle handle = new PayloadHandle(3, 0, 10, 5);
        assertEquals(new PayloadHandle(3, 0, 12, 2), handle.slice(2, 2));
        assertEquals(0, handle.slice(5, 0).length());
        assertThrows(IndexOutOfBoundsException.class, () -> handle.slice(4, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> handle.slice(-1, 2));
    }

    /** A session puts a value, and from then on values do not come at once. */
    private void putFirstAndSlowDown() {
        apply(new Body().open(5));
        apply(new Body().write(1, 1, "put a", "first"));
        coded.values.slow = true;
    }

    private void apply(final Body body) {
        chosen(body);
        work();
    }

    private void chosen(final Body body) {
        plain.chosen.add(body, plain.time);
        coded.chosen.add(body, coded.time);
        other.chosen.add(body, other.time);
    }

    private void work() {
        plain.work();
        coded.work();
        other.work();
    }

    /** Coded answers come in an order of their own. */
    private void assertSame(final List<String> answers) {
        final List<String> sorted = new ArrayList<>(answers);
        final List<String> others = new ArrayList<>(coded.answers());
        sorted.sort(null);
        others.sort(null);
        assertEquals(sorted, others);
        assertEquals(0, other.answers().size());
    }

    /** One replica. */
    private static final class Side {
        final GroupConfig config;
        final RecordingOutbound out = new RecordingOutbound(2);
        final GroupCounters counters = new GroupCounters();
        final CodedChosen chosen;
        final MemoryValues values;
        final Replica replica;
        long time;

        Side(final GroupConfig config, final boolean isReplier) {
            this.config = config;
            values = config.code() == null ? null : new MemoryValues();
            chosen = new CodedChosen(values, isReplier ? 2 : 3);
            replica = new Replica(config, new RopeMachine(), chosen, out, counters);
            chosen.replica = replica;
        }

        void goOnLike(final Side side) {
            chosen.like(side.chosen);
        }

        void apply(final Body body) {
            chosen.add(body, time);
            work();
        }

        void work() {
            replica.doWork(chosen, 0);
            replica.doWork(chosen, 0);
        }

        int referenced() {
            final List<Long> names = new ArrayList<>();
            replica.forEachReferenced((batcher, sequence, digest) -> names.add(sequence));
            return names.size();
        }

        List<String> answers() {
            return Answers.of(out);
        }
    }
}
