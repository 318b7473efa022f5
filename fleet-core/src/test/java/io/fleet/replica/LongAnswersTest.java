package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.fixture.mark.Expects;
import io.fleet.session.ReplyFrame;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * However many answers one entry has, however long they are and however slowly its client takes them, a replica keeps
 * to its bound of bytes. The full size: {@code -Dfleet.answers.full=true}.
 */
class LongAnswersTest {
    private static final boolean FULL = Boolean.getBoolean("fleet.answers.full");
    private static final int MIB = 1 << 20;
    private static final int LONGEST = 8 * MIB;
    /** What waits, what is gathered and full, and the longest answer once more. */
    private static final long BOUND = (70L << 20) + LONGEST + MIB;

    private final OneReplica one = new OneReplica(GroupConfig.scattered());

    @Test
    @Tag("hazard-S-B1")
    @Expects("reply-sender.answers-leave-in-pieces")
    void shouldSendTheAnswersToOneEntryInPieces() { // S13
        final int count = FULL ? 129 : 20;
        one.answer = new byte[LONGEST];
        one.apply(queries(count, Set.of()), Body.BATCHER, 0);
        assertEquals(count + 1, one.clients.answeredBy(Body.BATCHER), "and the session");
        assertEquals(LONGEST + ReplyFrame.HEADER_LENGTH, one.clients.longestMessage);
        assertTrue(one.mostReplyBytes <= BOUND, "held " + one.mostReplyBytes);
    }

    @Test
    void shouldSendThemInPiecesAlsoWhereAnotherThreadAppliesTheEntry() { // S9, S13
        one.answer = new byte[MIB];
        final int pieces = one.applyElsewhere(queries(40, Set.of()), Body.BATCHER, 0);
        assertEquals(41, one.clients.answeredBy(Body.BATCHER), "and the session");
        assertEquals(40, one.queries);
        assertEquals(11, pieces, "three answers have room in a message, and the fourth ends a piece");
        assertTrue(one.mostReplyBytes <= BOUND, "held " + one.mostReplyBytes);
    }

    @Test
    @Tag("hazard-S-B1")
    void shouldSendManyShortAnswersInPieces() { // S13
        one.answer = new byte[MIB];
        one.apply(queries(FULL ? 1_025 : 40, Set.of()), Body.BATCHER, 0);
        assertEquals((FULL ? 1_025 : 40) + 1, one.clients.answeredBy(Body.BATCHER), "and the session");
        assertTrue(one.clients.longestMessage <= ReplySender.PIECE, "a message of " + one.clients.longestMessage);
        assertTrue(one.mostReplyBytes <= BOUND, "held " + one.mostReplyBytes);
    }

    @Test
    @Tag("hazard-S-B1")
    void shouldAnswerAllToAClientThatTakesThemSlowlyAndAsksAgain() { // S10, S13
        final int count = FULL ? 129 : 10;
        one.answer = new byte[LONGEST];
        one.clients.roomBytes = 4 * LONGEST;
        int entries = 0;
        for (; one.clients.answeredBy(Body.BATCHER) <= count; entries++) {
            assertTrue(entries < count, "no progress");
            one.clients.nextRound();
            one.apply(queries(count, one.clients.answered.getOrDefault(Body.BATCHER, Set.of())), Body.BATCHER, 0);
            for (int cycle = 0; cycle < 20; cycle++) {
                one.clients.nextRound();
                one.doWork();
            }
        }
        assertTrue(one.mostReplyBytes <= BOUND, "held " + one.mostReplyBytes);
        assertTrue(one.queries < 2 * count, one.queries + " queries were executed for " + count + " answers");
        assertTrue(one.counters.repliesLost.get() > 0);
    }

    @Test
    @Tag("hazard-S-B1")
    void shouldAnswerABatchOfReadsInPieces() { // S13
        final int count = FULL ? 129 : 10;
        one.answer = new byte[LONGEST];
        one.apply(new Body().open(5), Body.BATCHER, 0);
        final Body reads = queries(count, Set.of());
        one.replica.read(Body.BATCHER, 7, 1L << 16 | 2, 0, reads.buffer(), 0, reads.length());
        assertTrue(one.clients.answeredBy(Body.BATCHER) >= count);
        assertTrue(one.clients.longestMessage <= LONGEST + ReplyFrame.HEADER_LENGTH);
        assertTrue(one.mostReplyBytes <= BOUND, "held " + one.mostReplyBytes);
    }

    @Test
    @Tag("hazard-S-B1")
    void shouldNotExecuteReadsWhoseAnswersWouldBeLost() { // S10, S13
        one.answer = new byte[MIB];
        one.clients.stuck.add(Body.BATCHER);
        one.apply(queries(100, Set.of()), Body.BATCHER, 0);
        assertTrue(one.queries <= 40, one.queries + " were executed");
        assertTrue(one.mostReplyBytes <= BOUND, "held " + one.mostReplyBytes);
    }

    @Test
    @Tag("hazard-S-C1")
    void shouldBoundWhatWaitsInBytesOfHeap() { // S13
        one.answer = new byte[8];
        one.clients.stuck.add(Body.BATCHER);
        final Runtime runtime = Runtime.getRuntime();
        final long before = used(runtime);
        final Body entry = new Body().open(5);
        for (int i = 0; i < 300_000; i++) {
            one.replica.read(Body.BATCHER, 7 + i, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
        }
        assertTrue(one.counters.repliesLost.get() > 0, "all of them are kept");
        final long held = one.replica.replyBytes();
        assertTrue(held <= BOUND / 2, "one batcher has half of the room, and holds " + held);
        final long grown = used(runtime) - before;
        assertTrue(grown <= held + 8 * MIB, "it says that it holds " + held + ", and has taken " + grown);
        assertTrue(entry.length() > 0);
    }

    @Test
    @Tag("hazard-S-C1")
    void shouldDropAllOfABatcherThatTakesNothing() { // S13
        one.answer = new byte[8];
        one.clients.stuck.add(Body.BATCHER);
        for (int i = 0; i < 10_000; i++) {
            one.replica.read(Body.BATCHER, 7 + i, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
        }
        int cycles = 0;
        while (one.replica.replies().waitingBytes() > 0) {
            one.doWork();
            assertTrue(cycles++ < 6_000, "what waits is given up one by one");
        }
        assertEquals(10_000, one.counters.repliesLost.get());
        one.replica.read(Body.BATCHER, 9, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
        assertEquals(0, one.replica.replies().waitingBytes(), "what comes then is not waited for anew");
        one.clients.stuck.clear();
        one.replica.read(Body.BATCHER, 9, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
        assertEquals(1, one.counters.repliesSent.get(), "until it takes something again");
    }

    @Test
    @Tag("hazard-S-C1")
    @Expects("reply-sender.no-way-to-the-batcher")
    void shouldNotWaitForAClientThatIsNotKnown() { // S10
        one.answer = new byte[8];
        one.clients.unknown.add(Body.BATCHER);
        one.replica.read(Body.BATCHER, 7, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
        assertEquals(0, one.replica.replies().waitingBytes());
        assertEquals(1, one.counters.repliesLost.get());
        one.clients.unknown.clear();
        one.clients.stuck.add(Body.BATCHER);
        one.replica.read(Body.BATCHER, 8, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
        one.clients.unknown.add(Body.BATCHER);
        one.doWork();
        assertEquals(0, one.replica.replies().waitingBytes(), "it said goodbye meanwhile");
    }

    @Test
    @Tag("hazard-S-C1")
    @Expects("reply-sender.stuck-batcher-makes-room")
    void shouldServeOthersWhileManyAreCutOff() { // S13
        final int clients = FULL ? 1_000 : 200;
        final int answers = FULL ? 300_000 : 60_000;
        for (long client = 1; client <= clients; client++) {
            one.clients.stuck.add(client);
        }
        one.answer = new byte[FULL ? 2_000 : 1_500];
        one.clients.tries = 0;
        int cycles = 0;
        for (int i = 0; i < answers; i++) {
            one.replica.read(1 + i % clients, 7 + i, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
            if (i % 20 == 0) {
                cycles++;
                one.doWork();
                one.replica.read(clients + 1, 7 + i, 1L << 16 | 2, 0, SHORT.buffer(), 0, SHORT.length());
            }
        }
        assertEquals(answers / 20, one.counters.repliesSent.get(), "others are served at once");
        assertTrue(one.mostReplyBytes <= BOUND, "held " + one.mostReplyBytes);
        assertTrue(one.clients.tries <= 65L * cycles + answers + cycles,
            one.clients.tries + " tries in " + cycles + " cycles");
        if (FULL) {
            System.out.printf("%d clients cut off, %d answers: at most %d KiB held, %d tries in %d cycles%n", clients,
                answers, one.mostReplyBytes >> 10, one.clients.tries, cycles);
        }
    }

    @Test
    @Tag("hazard-S-B2")
    void shouldBearSessionsThatAreOpenedAndDropped() { // S9, S13
        final int sessions = FULL ? 100_000 : 15_000;
        one.answer = new byte[100];
        final Runtime runtime = Runtime.getRuntime();
        final long before = used(runtime);
        for (int i = 1; i <= sessions; i++) {
            one.apply(new Body().open(i).write(i, 1, "a").write(i, 900, "b"), i, i / 100);
        }
        assertEquals(10_000, one.replica.sessionCount());
        final long most = (64L << 20) + 10_000 * (640 + 1024);
        assertTrue(one.replica.measureSessions() <= most, "they take " + one.replica.measureSessions());
        final long grown = used(runtime) - before;
        assertTrue(grown <= most + (16 << 20), "they say that they take " + one.replica.measureSessions()
            + " bytes, and have taken " + grown);
        if (FULL) {
            System.out.printf("%d sessions opened and dropped: %d are open and take %d KiB%n", sessions,
                one.replica.sessionCount(), one.replica.measureSessions() >> 10);
        }
    }

    private static final Body SHORT = new Body().read(0, 1, "?");

    private static Body queries(final int count, final Set<Long> except) {
        final Body body = new Body().open(0);
        for (long sequence = 1; sequence <= count; sequence++) {
            if (!except.contains(sequence)) {
                body.read(1, sequence, "?");
            }
        }
        return body;
    }

    private static long used(final Runtime runtime) {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
