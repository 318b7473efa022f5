package io.fleet.reads.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.client.command.ClientCounters;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.error.ClientClosedException;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.FleetException;
import io.fleet.error.OverloadedException;
import io.fleet.error.ReadNotServedException;
import io.fleet.error.ReadTimeoutException;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.UnusedOutbound;
import io.fleet.session.CommandCursor;
import io.fleet.session.CommandFrame;
import io.fleet.session.ReplyFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReadClientTest {
    private static final long MILLI = 1_000_000;
    private static final long ID = BatcherId.remote(5);
    private static final ReadConsistency QUORUM = ReadConsistency.LINEARIZABLE_QUORUM;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withClientWindow(8).withRetryMillis(100).withRequestTimeoutMillis(2000);

    private final List<Sent> sent = new ArrayList<>();
    private final Map<Long, Object> outcomes = new HashMap<>();
    private final Map<Long, Long> lsns = new HashMap<>();
    private final ReadClient client = new ReadClient(CONFIG, ID, new Wire(), new ClientCounters());
    private long now = 1000 * MILLI;

    ReadClientTest() {
        client.members(new int[] {1, 2, 3});
    }

    @Test
    void shouldSendWhatWaitsInOnePacketAndGiveEachItsAnswer() {
        for (int i = 1; i <= 3; i++) {
            assertTrue(offer(QUORUM, i));
        }
        run(1);
        assertEquals(1, sent.size());
        assertEquals(3, sent.get(0).sequences.size());
        assertEquals(QUORUM.level().ordinal(), sent.get(0).level);
        answer(sent.get(0), ReplyFrame.OK, 42);
        assertEquals(Map.of(1L, "answer", 2L, "answer", 3L, "answer"), outcomes);
        assertEquals(Map.of(1L, 42L, 2L, 42L, 3L, 42L), lsns);
        assertEquals(0, client.inFlight());
        answer(sent.get(0), ReplyFrame.OK, 42);
        assertEquals(3, outcomes.size(), "a second answer is nobody's");
    }

    @Test
    void shouldSpreadReadsOverReplicas() { // HC-13
        for (int i = 0; i < 6; i++) {
            offer(QUORUM, i);
            run(1);
        }
        for (int node = 1; node <= 3; node++) {
            final int which = node;
            assertEquals(2, sent.stream().filter(packet -> packet.node == which).count(), "node " + node);
        }
    }

    @Test
    @Expects("read-client.another-replica-asked")
    void shouldAskAnotherReplicaWhenOneIsSlow() {
        offer(QUORUM, 1);
        run(1);
        answer(sent.get(0), ReplyFrame.OK, 1);
        offer(QUORUM, 2);
        for (int i = 0; i < 20 && sent.size() < 3; i++) {
            run(1);
        }
        final int slow = sent.get(1).node;
        assertEquals(3, sent.size(), "after what such reads take, and not after retryMillis");
        assertNotEquals(slow, sent.get(2).node);
        answer(sent.get(2), ReplyFrame.OK, 1);
        final int before = sent.size();
        for (int i = 3; i < 7; i++) {
            offer(QUORUM, i);
            run(1);
        }
        assertTrue(sent.subList(before, sent.size()).stream().noneMatch(packet -> packet.node == slow));
    }

    @Test
    @Expects("read-client.replica-said-later")
    void shouldAskAnotherReplicaWhenOneHasNoRoom() {
        offer(QUORUM, 1);
        run(1);
        answer(sent.get(0), ReplyFrame.READ_LATER, 0);
        run(5);
        assertNotEquals(sent.get(0).node, sent.get(1).node);
        assertEquals(Map.of(), outcomes);
    }

    @Test
    @Expects("read-client.read-overdue")
    void shouldFailWhatNobodyAnswersInTime() {
        offer(QUORUM, 1);
        run(2_001);
        assertInstanceOf(ReadTimeoutException.class, outcomes.get(1L));
        final ReadClient lonely = new ReadClient(CONFIG, ID, new Wire(), new ClientCounters());
        lonely.offer(QUORUM, null, 0, 0, null, 0, 0, 9, new Outcome(), now);
        lonely.doWork(now + 2_000 * MILLI);
        assertTrue(outcomes.get(9L).toString().contains("no member of the group is known"));
    }

    @Test
    void shouldAskStaleLevelsForWhatItHasSeen() { // read your writes, monotonic reads
        client.onAnswered(17);
        offer(ReadConsistency.LOCAL, 1);
        run(1);
        assertEquals(17, sent.get(0).leastLsn);
        answer(sent.get(0), ReplyFrame.OK, 30);
        offer(ReadConsistency.boundedStale(250), 2);
        run(1);
        assertEquals(30, sent.get(1).leastLsn);
        assertEquals(250, sent.get(1).maxStaleMillis);
        offer(QUORUM, 3);
        run(1);
        assertEquals(0, sent.get(2).leastLsn);
    }

    @Test
    void shouldPutOneLevelIntoAPacket() {
        offer(QUORUM, 1);
        offer(ReadConsistency.LOCAL, 2);
        offer(ReadConsistency.LOCAL, 3);
        run(1);
        assertEquals(List.of(1, 2), sent.stream().map(packet -> packet.sequences.size()).toList());
    }

    @Test
    void shouldTakeNoMoreThanItsWindow() { // S13
        for (int i = 0; i < 8; i++) {
            assertTrue(offer(QUORUM, i));
        }
        assertFalse(offer(QUORUM, 8));
        run(1);
        answer(sent.get(0), ReplyFrame.OK, 1);
        assertTrue(offer(QUORUM, 9));
    }

    @Test
    void shouldTellWhyAReadIsNotServedAndFailTheRestWhenItIsClosed() {
        offer(QUORUM, 1);
        for (int i = 0; i < 3; i++) {
            run(10);
            assertEquals(Map.of(), outcomes);
            answer(sent.get(i), ReplyFrame.NOT_SERVED, 0);
        }
        assertInstanceOf(ReadNotServedException.class, outcomes.get(1L));
        assertEquals("answer", ((FleetException) outcomes.get(1L)).getMessage());
        offer(QUORUM, 2);
        client.close(null);
        assertInstanceOf(ClientClosedException.class, outcomes.get(2L));
    }

    @Test
    @Expects("read-client.all-replicas-full")
    void shouldFailALongReadOnlyWhenAllReplicasAreFull() { // S13
        offer(QUORUM, 1);
        run(1);
        answer(sent.get(0), ReplyFrame.READ_OVERLOADED, 1);
        run(10);
        answer(sent.get(1), ReplyFrame.READ_OVERLOADED, 1);
        assertEquals(Map.of(), outcomes);
        run(10);
        answer(sent.get(2), ReplyFrame.READ_OVERLOADED, 1);
        assertInstanceOf(OverloadedException.class, outcomes.get(1L));
        offer(QUORUM, 2);
        run(1);
        final Sent slow = sent.get(sent.size() - 1);
        for (int i = 0; i < 8; i++) {
            run(150);
            if (sent.get(sent.size() - 1) != slow) {
                answer(sent.get(sent.size() - 1), ReplyFrame.READ_OVERLOADED, 1);
            }
        }
        assertEquals(1, outcomes.size(), "one has not refused");
        answer(slow, ReplyFrame.OK, 3);
        assertEquals("answer", outcomes.get(2L));
    }

    @Test
    @Expects("read-client.level-not-served-here")
    void shouldReadElsewhereWhereOneReplicaDoesNotServeTheLevel() {
        offer(QUORUM, 1);
        run(1);
        answer(sent.get(0), ReplyFrame.NOT_SERVED, 0);
        run(10);
        assertNotEquals(sent.get(0).node, sent.get(1).node);
        answer(sent.get(1), ReplyFrame.OK, 1);
        assertEquals(Map.of(1L, "answer"), outcomes);
        for (int i = 2; i < 8; i++) {
            offer(QUORUM, i);
            run(1);
        }
        final List<Sent> later = sent.subList(2, sent.size());
        assertTrue(later.stream().noneMatch(packet -> packet.node == sent.get(0).node), "it is passed over");
    }

    /** Before, it was one more read that timed out, and nothing said that nobody there would ever serve it. */
    @Test
    @Tag("hazard-U-notserved")
    void shouldSayThatAReadIsNotServedWhereAMemberIsAway() {
        offer(QUORUM, 1);
        int answered = 0;
        final Set<Integer> here = new HashSet<>();
        for (int i = 0; i < 600 && outcomes.isEmpty(); i++) {
            run(10);
            while (answered < sent.size()) {
                final Sent packet = sent.get(answered++);
                if (here.size() < 2 || here.contains(packet.node)) {
                    here.add(packet.node);
                    answer(packet, ReplyFrame.NOT_SERVED, 0);
                }
            }
        }
        assertEquals(2, here.size());
        assertInstanceOf(ReadNotServedException.class, outcomes.get(1L));
        final String why = ((FleetException) outcomes.get(1L)).getMessage();
        assertTrue(why.startsWith("answer; of 3 replicas nobody else has answered within requestTimeoutMillis"), why);
    }

    @Test
    void shouldCallAReadOverloadedWhereOnlySomeReplicasDoNotServeIt() {
        offer(QUORUM, 1);
        run(1);
        answer(sent.get(0), ReplyFrame.READ_OVERLOADED, 0);
        for (int i = 1; i < 3; i++) {
            run(10);
            answer(sent.get(i), ReplyFrame.NOT_SERVED, 0);
        }
        assertInstanceOf(OverloadedException.class, outcomes.get(1L));
    }

    @Test
    void shouldSayHowLongAReadBesideTheLogMayBe() { // S13
        final UnsafeBuffer large = new UnsafeBuffer(new byte[ReadClient.MAX_READ_BYTES + 1]);
        final CommandTooLargeException failure = assertThrows(CommandTooLargeException.class,
            () -> client.offer(QUORUM, large, 0, 1, large, 0, ReadClient.MAX_READ_BYTES, 1, new Outcome(), now));
        assertTrue(failure.getMessage().contains("beside the log it has at most " + ReadClient.MAX_READ_BYTES));
    }

    @Test
    void shouldCountARefusalThatComesTwiceOnce() { // S13
        offer(QUORUM, 1);
        run(1);
        answer(sent.get(0), ReplyFrame.READ_OVERLOADED, 1);
        answer(sent.get(0), ReplyFrame.READ_OVERLOADED, 1);
        run(10);
        answer(sent.get(1), ReplyFrame.READ_OVERLOADED, 1);
        run(10);
        answer(sent.get(1), ReplyFrame.READ_OVERLOADED, 1);
        assertEquals(3, sent.size());
        assertEquals(Map.of(), outcomes, "the third replica has not refused, it may be executing the read");
        answer(sent.get(2), ReplyFrame.OK, 3);
        assertEquals("answer", outcomes.get(1L));
    }

    @Test
    void shouldNotCountTheRefusalOfOneThatWasAskedAgain() {
        offer(QUORUM, 1);
        for (int i = 0; i < 2; i++) {
            run(10);
            answer(sent.get(i), ReplyFrame.READ_OVERLOADED, 1);
        }
        run(110);
        assertEquals(4, sent.size(), "the third is slow");
        answer(sent.get(2), ReplyFrame.READ_OVERLOADED, 1);
        assertEquals(Map.of(), outcomes, "the fourth packet has no answer yet");
        answer(sent.get(3), ReplyFrame.READ_OVERLOADED, 1);
        assertInstanceOf(OverloadedException.class, outcomes.get(1L));
    }

    @Test
    void shouldAskEachReplicaBeforeItAsksOneTwice() {
        for (int i = 1; i <= 3; i++) {
            offer(QUORUM, i);
            run(1);
        }
        answer(sent.get(0), ReplyFrame.OK, 1);
        answer(sent.get(1), ReplyFrame.OK, 1);
        offer(QUORUM, 4);
        for (int i = 3; i < 5; i++) {
            run(3);
            answer(sent.get(i), ReplyFrame.READ_OVERLOADED, 1);
        }
        run(3);
        assertEquals(sent.get(2).node, sent.get(5).node, "the others have refused, though they owe fewer answers");
    }

    @Test
    void shouldForgetWhoRefusedWhenTheMembersAreOthers() { // S14
        offer(QUORUM, 1);
        for (int i = 0; i < 2; i++) {
            run(10);
            answer(sent.get(i), ReplyFrame.READ_OVERLOADED, 1);
        }
        client.members(new int[] {sent.get(0).node, sent.get(1).node, 4});
        run(10);
        answer(sent.get(2), ReplyFrame.READ_OVERLOADED, 1);
        assertEquals(Map.of(), outcomes);
    }

    private boolean offer(final ReadConsistency consistency, final long id) {
        final UnsafeBuffer payload = new UnsafeBuffer("##question".getBytes(StandardCharsets.US_ASCII));
        return client.offer(consistency, payload, 1, 1, payload, 2, 8, id, new Outcome(), now);
    }

    private void run(final int millis) {
        for (int i = 0; i < millis; i++) {
            now += MILLI;
            client.doWork(now);
        }
    }

    private void answer(final Sent packet, final byte status, final long lsn) {
        final ReplyBatch batch = Replies.of(ID, status, packet.sequences, "answer");
        batch.lsn = lsn;
        client.onReplyBatch(packet.node, batch, now);
    }

    /** One request. */
    private record Sent(int node, int level, long leastLsn, int maxStaleMillis, List<Long> sequences) {
    }

    /** Remembers what is sent. */
    private final class Wire extends UnusedOutbound {
        @Override
        public boolean send(final int node, final Message message) {
            final ReadRequest request = (ReadRequest) message;
            final List<Long> sequences = new ArrayList<>();
            final CommandCursor cursor = new CommandCursor().wrap(request.buffer, request.bufferOffset, request.length);
            while (cursor.next()) {
                assertEquals(CommandFrame.READ, cursor.kind());
                assertEquals(0, cursor.sessionId());
                assertEquals("question", request.buffer.getStringWithoutLengthUtf8(cursor.payloadOffset(), 8));
                sequences.add(cursor.sequence());
            }
            assertFalse(cursor.isMalformed());
            sent.add(new Sent(node, request.level, request.leastLsn, request.maxStaleMillis, sequences));
            return true;
        }
    }

    /** Remembers outcomes. */
    private final class Outcome implements ReplyHandler {
        @Override
        public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
            outcomes.put(id, buffer.getStringWithoutLengthUtf8(offset, length));
        }

        @Override
        public void onReply(final long id, final long lsn, final long staleNs, final DirectBuffer buffer,
                            final int offset, final int length) {
            lsns.put(id, lsn);
            onReply(id, buffer, offset, length);
        }

        @Override
        public void onFailure(final long id, final FleetException failure) {
            outcomes.put(id, failure);
        }
    }
}
