package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.GroupCounters;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.session.ReplyFrame;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Answers of a replica of a group whose replicas hold leases (L8). */
class ParkedRepliesTest {
    private static final long BALLOT = 3L << 16 | 2;

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final GroupCounters counters = new GroupCounters();
    private final ReplySender sender = new ReplySender(out, counters, 0);

    @Test
    @Expects("reply-sender.waits-until-it-is-released")
    void shouldShowNothingAboveWhatIsReleased() { // L8
        write(1, "one");
        write(2, "two");
        sender.beginReads(Body.BATCHER, 5, BALLOT, 2, -1);
        add(1, "read");
        sender.flush();
        sender.send(new ReplyAddress(Body.BATCHER, 6, 7, 4), BALLOT, 3, frame("alone"), frame("alone").capacity());
        sender.doWork();
        assertEquals(List.of(), Answers.of(out));
        assertEquals(1, sender.release(1));
        assertEquals(List.of("0 7/1 one"), Answers.of(out));
        assertEquals(0, sender.release(0), "what is released stays so");
        sender.release(2);
        assertEquals(3, Answers.of(out).size());
        write(2, "late");
        assertEquals(4, Answers.of(out).size());
        sender.release(9);
        assertEquals(5, Answers.of(out).size());
        assertEquals(5, counters.repliesSent.get());
        assertEquals(0, counters.repliesLost.get());
    }

    @Test
    @Expects("reply-sender.too-much-is-not-released")
    void shouldKeepSoManyBytesAndNoMore() { // S13, L8
        final int length = 3 << 20;
        int kept = 0;
        do {
            write(++kept, "x".repeat(length));
            assertEquals(0, counters.repliesLost.get());
            sender.begin(Body.BATCHER, 9, BALLOT, kept + 1);
        } while (sender.hasRoom() && kept < 100);
        assertTrue(kept > 8 && kept < 12, "a query is not even executed above " + kept);
        write(kept + 1, "x".repeat(length));
        write(kept + 2, "x".repeat(length));
        assertTrue(counters.repliesLost.get() > 0);
        assertTrue(sender.heldBytes() <= ParkedReplies.MAX_BYTES + (8 << 20));
        sender.begin(Body.BATCHER, 9, BALLOT, 0);
        assertTrue(sender.hasRoom(), "what may be shown needs no room there");
        out.room = 0;
        sender.release(kept);
        out.room = Integer.MAX_VALUE;
        sender.doWork();
        assertEquals(kept, Answers.of(out).size(), "what the transport does not take waits for room there");
    }

    private void write(final long lsn, final String answer) {
        sender.begin(Body.BATCHER, 9, BALLOT, lsn);
        add(lsn, answer);
        sender.flush();
    }

    private void add(final long sequence, final String answer) {
        final UnsafeBuffer bytes = new UnsafeBuffer(answer.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        sender.add(ReplyFrame.OK, 7, sequence, bytes, 0, bytes.capacity());
    }

    private static UnsafeBuffer frame(final String answer) {
        final int length = ReplyFrame.HEADER_LENGTH + answer.length();
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[length]);
        ReplySender.putHead(frame, 0, length, ReplyFrame.OK, 7, 4);
        frame.putStringWithoutLengthAscii(ReplyFrame.HEADER_LENGTH, answer);
        return frame;
    }
}
