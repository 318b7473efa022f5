package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.session.ReplyFrame;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ReplySenderTest {
    private static final long BALLOT = 3L << 16 | 2;

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final GroupCounters counters = new GroupCounters();
    private final ReplySender sender = new ReplySender(out, counters);

    @Test
    void shouldSendAllAnswersToAnEntryTogether() {
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        add(4, "first");
        add(5, "second");
        sender.flush();
        assertEquals(List.of("0 7/4 first", "0 7/5 second"), Answers.of(out));
        final ReplyBatch batch = out.last(ReplyBatch.class);
        assertEquals(9, batch.entrySequence);
        assertEquals(BALLOT, batch.ballot);
        assertEquals(2, batch.leader);
        assertEquals(Body.BATCHER, out.sent.get(0).batcherId());
        assertEquals(1, counters.repliesSent.get());
    }

    @Test
    void shouldCutLongAnswersIntoPackets() {
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        add(4, "x".repeat(EntryBody.MAX_CHUNK));
        add(5, "y".repeat(EntryBody.MAX_CHUNK));
        sender.flush();
        assertEquals(3, out.sent.size());
        assertTrue(out.all(ReplyBatch.class).stream().allMatch(b -> b.length <= EntryBody.MAX_CHUNK));
        assertEquals(2, Answers.of(out).size());
        assertEquals(1, counters.repliesSent.get());
    }

    @Test
    void shouldSendNothingWhenThereIsNoAnswer() {
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        sender.flush();
        assertTrue(out.sent.isEmpty());
    }

    @Test
    @Expects("reply-sender.replies-wait")
    void shouldGoOnLaterWhereThereWasNoRoom() {
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        add(4, "x".repeat(2 * EntryBody.MAX_CHUNK));
        out.room = 1;
        sender.flush();
        assertEquals(0, counters.repliesSent.get());
        out.room = 100;
        sender.doWork();
        assertEquals(1, counters.repliesSent.get());
        assertEquals(3, out.all(ReplyBatch.class).size());
        assertEquals(1, Answers.of(out).size());
    }

    @Test
    void shouldKeepOneAnswerHoweverLong() { // S13
        final UnsafeBuffer longest = new UnsafeBuffer(new byte[(64 << 20) + 100]);
        final ReplyAddress to = new ReplyAddress(Body.BATCHER, 9, 7, 4);
        out.room = 0;
        sender.send(to, BALLOT, 0, longest, longest.capacity());
        final long waiting = sender.waitingBytes();
        assertTrue(waiting >= longest.capacity() && waiting < longest.capacity() + 1_000, "waiting " + waiting);
        sender.send(to, BALLOT, 0, longest, 1);
        assertEquals(1, counters.repliesLost.get(), "it has all of the room");
        assertEquals(waiting, sender.waitingBytes());
        out.room = 5_000;
        sender.doWork();
        assertEquals(0, sender.waitingBytes());
        assertEquals(1, counters.repliesSent.get());
    }

    @Test
    @Expects("reply-sender.batcher-given-up")
    void shouldGiveUpABatcherThatTakesNothing() { // S10, S13
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        add(4, "x");
        out.room = 0;
        sender.flush();
        for (int i = 0; i < 5_001; i++) {
            assertEquals(0, counters.repliesLost.get());
            sender.doWork();
        }
        assertEquals(1, counters.repliesLost.get());
    }

    @Test
    @Expects("reply-sender.too-much-waits")
    void shouldDropAnswersOnceTooMuchWaits() { // S10, S13
        out.room = 0;
        for (long entry = 9; entry <= 10; entry++) {
            sender.begin(Body.BATCHER, entry, BALLOT, 0);
            sender.add(ReplyFrame.OK, 7, entry, new UnsafeBuffer(new byte[20 << 20]), 0, 20 << 20);
            sender.flush();
        }
        assertEquals(1, counters.repliesLost.get());
        out.room = Integer.MAX_VALUE;
        sender.doWork();
        assertEquals(1, counters.repliesSent.get());
        assertEquals(9, out.last(ReplyBatch.class).entrySequence, "what waited already is sent");
    }

    @Test
    void shouldNotLetOneBatcherHoldUpAnother() {
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        add(4, "x".repeat(2 * EntryBody.MAX_CHUNK));
        out.room = 1;
        sender.flush();
        out.room = 1;
        sender.begin(Body.BATCHER + 1, 1, BALLOT, 0);
        add(5, "y");
        sender.flush();
        assertEquals(1, counters.repliesSent.get());
    }

    @Test
    void shouldStartAfreshForEachEntry() {
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        add(4, "first");
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        add(5, "second");
        sender.flush();
        assertEquals(List.of("0 7/5 second"), Answers.of(out));
    }

    private void add(final long sequence, final String text) {
        final UnsafeBuffer buffer = new UnsafeBuffer(text.getBytes());
        sender.add(ReplyFrame.OK, 7, sequence, buffer, 0, buffer.capacity());
    }
}
