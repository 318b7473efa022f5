package io.fleet.reads.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.fixture.machine.UntouchedMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.StateMachine;
import io.fleet.reads.FakeReplica;
import io.fleet.replica.CommandView;
import io.fleet.replica.ReplyBuffer;
import io.fleet.session.CommandCursor;
import io.fleet.session.ReplyFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One replica whose pool runs a read when it is told to. */
class LongReadsTest {
    private static final long MS = 1_000_000L;
    private static final long STALE = 77;
    private static final long BATCHER = 0x4711;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withMaxReplyBytes(100).withRequestTimeoutMillis(4_000);

    private final List<String> answers = new ArrayList<>();
    private final ViewedMachine machine = new ViewedMachine();
    private final Replica replica = new Replica();
    private final Pool pool = new Pool();
    private final LongReads reads = new LongReads(CONFIG, replica, pool);
    private long now = 500 * MS;

    @Test
    void shouldAnswerFromTheStateOfTheLsnAtWhichTheViewWasTaken() {
        apply(3);
        ask(new Queries().read(9, "long"));
        apply(2);
        pool.runNext();
        assertEquals(List.of(), answers, "answers are sent by the replica's thread");
        work();
        assertEquals(List.of("0 9 3 at 3"), answers);
        assertEquals(3, replica.sentLsn);
        assertEquals(STALE, replica.sentStaleNs);
        assertEquals(0, machine.open);
        assertEquals("executed 1 refused 0 expired 0 running 0", counted());
    }

    @Test
    void shouldTellTheReplicaOnceTheAnswerCanBeFetched() {
        replica.onExecuted = this::work;
        ask(new Queries().read(9, "long"));
        assertEquals(List.of(), answers);
        pool.runNext();
        assertEquals(List.of("0 9 0 at 0"), answers);
    }

    @Test
    void shouldExecuteShortReadsAtOnceThoughLongOnesOfTheSameRequestWait() {
        apply(1);
        ask(new Queries().read(8, "short").read(9, "long").read(10, "unreadable"));
        assertEquals(List.of("0 8 now 1", "0 10 now 1"), answers);
        pool.runNext();
        work();
        assertEquals("0 9 1 at 1", answers.get(2));
    }

    @Test
    void shouldExecuteLongReadsAtOnceWithoutAPoolOrViews() {
        apply(1);
        final LongReads off = new LongReads(CONFIG, replica, ReadPool.OFF);
        ask(off, new Queries().read(9, "long"));
        assertEquals(List.of("0 9 now 1"), answers);
        assertEquals(List.of(), off.counters());
        replica.hosted = new Plain();
        ask(new Queries().read(10, "long"));
        assertEquals("0 10 plain", answers.get(1));
        assertEquals(0, machine.views);
    }

    @Test
    void shouldAnswerWithWhatIsThrown() {
        ask(new Queries().read(9, "long throw"));
        pool.runNext();
        work();
        machine.views = -1;
        ask(new Queries().read(10, "long"));
        assertEquals(List.of(ReplyFrame.FAILED + " 9 as asked", ReplyFrame.FAILED + " 10 no view"), answers);
        assertEquals(0, machine.open);
    }

    @Test
    @Tag("hazard-S-B1")
    @Expects("long-reads.answers-wait-to-be-sent")
    void shouldExecuteNothingWhileTooManyAnswersWaitToBeSent() { // S13
        ask(new Queries().read(9, "long").read(10, "long"));
        pool.held = LongRead.MAX_DONE_BYTES;
        pool.runNext();
        assertTrue(pool.held > LongRead.MAX_DONE_BYTES, "the answer is counted");
        pool.runNext();
        work();
        assertEquals(List.of("0 9 0 at 0", ReplyFrame.READ_OVERLOADED + " 10 answers of 67108864 bytes wait to be"
            + " sent"), answers);
        assertEquals(LongRead.MAX_DONE_BYTES, pool.held, "and not any more once it was sent");
        assertEquals("executed 1 refused 1 expired 0 running 0", counted());
        assertEquals(0, machine.open);
    }

    @Test
    @Expects("long-reads.no-room-in-the-pool")
    void shouldRefuseWhatThePoolDoesNotTake() { // S13
        pool.room = 2;
        ask(new Queries().read(9, "long").read(10, "long").read(11, "long"));
        assertEquals(List.of(ReplyFrame.READ_OVERLOADED + " 11 as many long reads wait for a thread as may"), answers);
        assertEquals(2, machine.open);
        assertEquals("executed 0 refused 1 expired 0 running 2", counted());
        pool.runNext();
        work();
        ask(new Queries().read(12, "long"));
        assertEquals(2, answers.size());
        assertEquals(2, machine.open);
    }

    @Test
    @Expects("long-reads.asked-again-meanwhile")
    void shouldExecuteOnceWhatIsSentAgain() {
        ask(new Queries().read(9, "long"));
        ask(new Queries().read(9, "long"));
        assertEquals(1, pool.waiting.size());
        pool.runNext();
        work();
        assertEquals(1, answers.size());
        ask(new Queries().read(9, "long"));
        assertEquals(1, pool.waiting.size(), "its answer may be lost");
    }

    @Test
    @Expects("long-reads.nobody-waits-any-more")
    void shouldNotBeginWhatNobodyWaitsFor() {
        ask(new Queries().read(9, "long"));
        work();
        now += 5_000 * MS;
        work();
        assertEquals(0, machine.open);
        assertEquals("executed 0 refused 0 expired 1 running 0", counted());
        assertEquals(0, pool.waiting.size());
        work();
        assertEquals(List.of(), answers);
    }

    @Test
    @Expects("long-reads.view-closed-after-a-snapshot")
    void shouldNotCallTheMachineWhileASnapshotIsWritten() {
        ask(new Queries().read(9, "long"));
        pool.runNext();
        replica.isPaused = true;
        work();
        assertEquals(1, answers.size());
        assertEquals(1, machine.open);
        replica.isPaused = false;
        work();
        assertEquals(0, machine.open);
    }

    @Test
    void shouldSendTheOthersElsewhereWhenTheNodeStops() {
        ask(new Queries().read(9, "long").read(10, "long"));
        pool.runNext();
        reads.close();
        assertEquals(List.of("0 9 0 at 0", ReplyFrame.READ_LATER + " 10 the node stops"), answers);
        assertEquals(0, machine.open);
        assertEquals(0, pool.waiting.size());
        work();
        assertEquals(2, answers.size());
    }

    /** An answer waits until what it shows is released, and nobody is there to send it when the node has stopped. */
    @Test
    void shouldWaitForNothingToRefuse() { // L8
        apply(7);
        replica.released = 3;
        pool.room = 1;
        ask(new Queries().read(9, "long").read(10, "long"));
        assertEquals(List.of(ReplyFrame.READ_OVERLOADED + " 10 as many long reads wait for a thread as may"), answers);
        assertEquals(3, replica.sentLsn);
        reads.close();
        assertEquals(ReplyFrame.READ_LATER + " 9 the node stops", answers.get(1));
        assertEquals(3, replica.sentLsn);
        replica.released = 9;
        ask(new Queries().read(11, "long"));
        reads.close();
        assertEquals(7, replica.sentLsn, "no more than its view has");
    }

    @Test
    void shouldFailTheQueryAndNotTheNodeWhereAMachineGivesNoView() {
        machine.isViewMissing = true;
        ask(new Queries().read(9, "long"));
        work();
        assertEquals(List.of(ReplyFrame.FAILED + " 9 the machine gave no view of its state"), answers);
        assertEquals("executed 0 refused 0 expired 0 running 0", counted());
    }

    @Test
    @Expects("long-reads.view-that-cannot-be-closed")
    void shouldGoOnWhereAViewCannotBeClosed() {
        machine.isCloseFailing = true;
        ask(new Queries().read(9, "long"));
        pool.runNext();
        work();
        assertEquals(1, answers.size());
    }

    @Test
    void shouldRefuseThoughTheViewCannotBeClosed() {
        machine.isCloseFailing = true;
        pool.room = 0;
        ask(new Queries().read(9, "long").read(10, "short"));
        assertEquals(2, answers.size());
        assertEquals("executed 0 refused 1 expired 0 running 0", counted());
    }

    @Test
    void shouldCloseTheOtherViewsWhenTheNodeStopsThoughOneCannotBeClosed() {
        machine.isCloseFailing = true;
        ask(new Queries().read(9, "long").read(10, "long"));
        reads.close();
        assertEquals(2, answers.size());
        assertEquals(0, machine.open);
    }

    @Test
    void shouldCloseNoViewOfAMachineThatIsStillInAnEntry() {
        ask(new Queries().read(9, "long"));
        replica.isPaused = true;
        reads.close();
        assertEquals(1, machine.open, "the machine is called by one thread at a time");
        assertEquals(List.of(ReplyFrame.READ_LATER + " 9 the node stops"), answers);
    }

    private void apply(final int commands) {
        machine.value += commands;
    }

    private void ask(final Queries queries) {
        ask(reads, queries);
    }

    private static void ask(final LongReads of, final Queries queries) {
        of.read(BATCHER, 1, STALE, queries.buffer, 0, queries.length);
    }

    private void work() {
        now += MS;
        reads.doWork(now);
    }

    private String counted() {
        final StringBuilder counted = new StringBuilder();
        reads.counters().forEach(each -> counted.append(' ')
            .append(each.name().substring("reads.long.".length())).append(' ').append(each.counter().get()));
        return counted.substring(1);
    }

    /** Has applied as many entries as its machine has commands; answers at once. */
    private final class Replica extends FakeReplica {
        private StateMachine hosted = machine;
        private long released = Long.MAX_VALUE;
        private long sentLsn;
        private long sentStaleNs;
        private Runnable onExecuted = () -> {};

        @Override
        public void executed() {
            onExecuted.run();
        }

        @Override
        public long applied() {
            return machine.value;
        }

        @Override
        public long released() {
            return released;
        }

        @Override
        public StateMachine machine() {
            return hosted;
        }

        @Override
        public void answer(final long batcherId, final long requestId, final long staleNs, final DirectBuffer queries,
                           final int offset, final int length) {
            final CommandCursor cursor = new CommandCursor().wrap(queries, offset, length);
            while (cursor.next()) {
                final ReplyBuffer reply = new ReplyBuffer(CONFIG.maxReplyBytes()).reset();
                hosted.query(new CommandView().wrap(queries, cursor, applied(), 0), reply);
                send(batcherId, requestId, cursor.sequence(), applied(), staleNs, reply.status(), reply.buffer(),
                    reply.storedLength());
            }
        }

        @Override
        public void send(final long batcherId, final long requestId, final long sequence, final long lsn,
                         final long staleNs, final byte status, final DirectBuffer answer, final int length) {
            assertEquals(BATCHER, batcherId);
            sentLsn = lsn;
            sentStaleNs = staleNs;
            final byte[] text = new byte[length];
            answer.getBytes(0, text);
            answers.add(status + " " + sequence + " " + new String(text, StandardCharsets.UTF_8));
        }
    }

    /** Has no views. */
    private static final class Plain extends UntouchedMachine {
        @Override
        public void query(final Query query, final Reply reply) {
            reply.write("plain".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Runs nothing by itself. */
    private static final class Pool implements ReadPool {
        private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
        private int room = Integer.MAX_VALUE;
        private long held;

        @Override
        public long hold(final long bytes) {
            held += bytes;
            return held;
        }

        @Override
        public boolean isOff() {
            return false;
        }

        @Override
        public boolean offer(final Runnable read) {
            return waiting.size() < room && waiting.add(read);
        }

        @Override
        public boolean withdraw(final Runnable read) {
            return waiting.remove(read);
        }

        void runNext() {
            waiting.removeFirst().run();
        }
    }
}
