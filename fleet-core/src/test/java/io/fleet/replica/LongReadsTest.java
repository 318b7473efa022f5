package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.GroupConfig;
import io.fleet.machine.StateMachine;
import io.fleet.mark.Expects;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.RecordingOutbound;
import io.fleet.protocol.message.ReplyBatch;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.EntryMeta;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One replica whose pool runs a read when it is told to. */
class LongReadsTest {
    private static final long MS = 1_000_000L;
    private static final long STALE = 77;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withMaxReplyBytes(100).withRequestTimeoutMillis(4_000);

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final ViewedMachine machine = new ViewedMachine();
    private final Replica replica = replica(machine);
    private final Pool pool = new Pool();
    private final LongReads reads = new LongReads(CONFIG, replica, pool);
    private long now = 500 * MS;

    @Test
    void shouldAnswerFromTheStateOfTheLsnAtWhichTheViewWasTaken() {
        apply(3);
        ask(new Body().read(0, 9, "long"));
        apply(2);
        pool.runNext();
        assertEquals(List.of(), answers(), "answers are sent by the replica's thread");
        work();
        assertEquals(List.of("0 0/9 3 at 4"), answers());
        assertEquals(4, out.last(ReplyBatch.class).lsn);
        assertEquals(STALE, out.last(ReplyBatch.class).staleNs);
        assertTrue(out.last(ReplyBatch.class).reads);
        assertEquals(6, replica.applied());
        assertEquals(0, machine.open);
        assertEquals("executed 1 refused 0 expired 0 running 0", counted());
    }

    @Test
    void shouldExecuteShortReadsAtOnceThoughLongOnesOfTheSameRequestWait() {
        apply(1);
        ask(new Body().read(0, 8, "short").read(0, 9, "long").read(0, 10, "unreadable"));
        assertEquals(List.of("0 0/8 now 1", "0 0/10 now 1"), answers());
        pool.runNext();
        work();
        assertEquals("0 0/9 1 at 2", answers().get(2));
    }

    @Test
    void shouldExecuteLongReadsAtOnceWithoutAPoolOrViews() {
        apply(1);
        final LongReads off = new LongReads(CONFIG, replica, ReadPool.OFF);
        off.read(Body.BATCHER, 1, 0, STALE, new Body().read(0, 9, "long").buffer(), 0, new Body().read(0, 9, "long")
            .length());
        assertEquals(List.of("0 0/9 now 1"), answers());
        assertEquals(List.of(), off.counters());
        final Body body = new Body().read(0, 9, "long");
        new LongReads(CONFIG, replica(new JournalMachine()), pool)
            .read(Body.BATCHER, 1, 0, STALE, body.buffer(), 0, body.length());
        assertEquals("0 0/9 0 lines", answers().get(1));
        assertEquals(0, machine.views);
    }

    @Test
    void shouldAnswerWithWhatIsThrown() {
        ask(new Body().read(0, 9, "long throw"));
        pool.runNext();
        work();
        machine.views = -1;
        ask(new Body().read(0, 10, "long"));
        assertEquals(List.of(ReplyFrame.FAILED + " 0/9 as asked", ReplyFrame.FAILED + " 0/10 no view"), answers());
        assertEquals(0, machine.open);
    }

    @Test
    @Tag("hazard-S-B1")
    @Expects("long-reads.answers-wait-to-be-sent")
    void shouldExecuteNothingWhileTooManyAnswersWaitToBeSent() { // S13
        ask(new Body().read(0, 9, "long").read(0, 10, "long"));
        pool.held = LongReads.MAX_DONE_BYTES;
        pool.runNext();
        assertTrue(pool.held > LongReads.MAX_DONE_BYTES, "the answer is counted");
        pool.runNext();
        work();
        assertEquals(List.of("0 0/9 0 at 0", ReplyFrame.READ_OVERLOADED + " 0/10 answers of 67108864 bytes wait to be"
            + " sent"), answers());
        assertEquals(LongReads.MAX_DONE_BYTES, pool.held, "and not any more once it was sent");
        assertEquals("executed 1 refused 1 expired 0 running 0", counted());
        assertEquals(0, machine.open);
    }

    @Test
    @Expects("long-reads.no-room-in-the-pool")
    void shouldRefuseWhatThePoolDoesNotTake() { // S13
        pool.room = 2;
        ask(new Body().read(0, 9, "long").read(0, 10, "long").read(0, 11, "long"));
        assertEquals(List.of(ReplyFrame.READ_OVERLOADED + " 0/11 as many long reads wait for a thread as may"),
            answers());
        assertEquals(2, machine.open);
        assertEquals("executed 0 refused 1 expired 0 running 2", counted());
        pool.runNext();
        work();
        ask(new Body().read(0, 12, "long"));
        assertEquals(2, answers().size());
        assertEquals(2, machine.open);
    }

    @Test
    @Expects("long-reads.asked-again-meanwhile")
    void shouldExecuteOnceWhatIsSentAgain() {
        ask(new Body().read(0, 9, "long"));
        ask(new Body().read(0, 9, "long"));
        assertEquals(1, pool.waiting.size());
        pool.runNext();
        work();
        assertEquals(1, answers().size());
        ask(new Body().read(0, 9, "long"));
        assertEquals(1, pool.waiting.size(), "its answer may be lost");
    }

    @Test
    @Expects("long-reads.nobody-waits-any-more")
    void shouldNotBeginWhatNobodyWaitsFor() {
        ask(new Body().read(0, 9, "long"));
        work();
        now += 5_000 * MS;
        work();
        assertEquals(0, machine.open);
        assertEquals("executed 0 refused 0 expired 1 running 0", counted());
        assertEquals(0, pool.waiting.size());
        work();
        assertEquals(List.of(), answers());
    }

    @Test
    @Expects("long-reads.view-closed-after-a-snapshot")
    void shouldNotCallTheMachineWhileASnapshotIsWritten() {
        ask(new Body().read(0, 9, "long"));
        pool.runNext();
        replica.pause();
        work();
        assertEquals(1, answers().size());
        assertEquals(1, machine.open);
        replica.resume();
        work();
        assertEquals(0, machine.open);
    }

    @Test
    void shouldSendTheOthersElsewhereWhenTheNodeStops() {
        ask(new Body().read(0, 9, "long").read(0, 10, "long"));
        pool.runNext();
        reads.close(0);
        assertEquals(List.of("0 0/9 0 at 0", ReplyFrame.READ_LATER + " 0/10 the node stops"), answers());
        assertEquals(0, machine.open);
        assertEquals(0, pool.waiting.size());
        work();
        assertEquals(2, answers().size());
    }

    @Test
    void shouldFailTheQueryAndNotTheNodeWhereAMachineGivesNoView() {
        machine.isViewMissing = true;
        ask(new Body().read(0, 9, "long"));
        work();
        assertEquals(List.of(ReplyFrame.FAILED + " 0/9 the machine gave no view of its state"), answers());
        assertEquals("executed 0 refused 0 expired 0 running 0", counted());
    }

    @Test
    @Expects("long-reads.view-that-cannot-be-closed")
    void shouldGoOnWhereAViewCannotBeClosed() {
        machine.isCloseFailing = true;
        ask(new Body().read(0, 9, "long"));
        pool.runNext();
        work();
        assertEquals(1, answers().size());
    }

    @Test
    void shouldRefuseThoughTheViewCannotBeClosed() {
        machine.isCloseFailing = true;
        pool.room = 0;
        ask(new Body().read(0, 9, "long").read(0, 10, "short"));
        assertEquals(2, answers().size());
        assertEquals("executed 0 refused 1 expired 0 running 0", counted());
    }

    @Test
    void shouldCloseTheOtherViewsWhenTheNodeStopsThoughOneCannotBeClosed() {
        machine.isCloseFailing = true;
        ask(new Body().read(0, 9, "long").read(0, 10, "long"));
        reads.close(0);
        assertEquals(2, answers().size());
        assertEquals(0, machine.open);
    }

    private void apply(final int commands) {
        if (replica.applied() == 0) {
            restore(new Body().open(5));
        }
        for (int i = 0; i < commands; i++) {
            restore(new Body().write(1, replica.applied(), "a"));
        }
    }

    private void restore(final Body body) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = Body.BATCHER;
        meta.sequence = replica.applied() + 1;
        meta.length = body.length();
        replica.restore(replica.applied() + 1, meta, body.buffer(), 0);
    }

    private void ask(final Body body) {
        reads.read(Body.BATCHER, 1, 0, STALE, body.buffer(), 0, body.length());
    }

    private void work() {
        now += MS;
        reads.doWork(0, now);
    }

    private List<String> answers() {
        return Answers.of(out);
    }

    private String counted() {
        final StringBuilder counted = new StringBuilder();
        reads.counters().forEach(each -> counted.append(' ')
            .append(each.name().substring("reads.long.".length())).append(' ').append(each.counter().get()));
        return counted.substring(1);
    }

    private Replica replica(final StateMachine hosted) {
        return new Replica(CONFIG, hosted, new EmptyLog(), out, new GroupCounters());
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
