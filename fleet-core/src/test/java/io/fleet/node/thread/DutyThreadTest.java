package io.fleet.node.thread;

import static io.fleet.fixture.cluster.Clusters.get;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.handle.Callbacks;
import io.fleet.fixture.cluster.Clusters;
import io.fleet.replica.UserCode;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each duty call wakes the waiter up, so that a signal in what is kept shows that a wait had begun. */
class DutyThreadTest {
    private static final long PATIENCE_NS = 1_000;

    private final List<String> calls = new ArrayList<>();
    private final Recorder waiter = new Recorder();
    private final AtomicReference<Throwable> ended = new AtomicReference<>();
    private DutyThread thread;

    @Test
    void shouldLookForWorkOnceMoreBeforeItWaits() throws Exception {
        run(false, 0, 0, 0, 0, 0);
        assertEquals(List.of("work 0",
            "work 0", "begin", "work 0", "signal", "await",
            "work 0", "signal", "await",
            "work 0", "signal"), calls);
    }

    @Test
    void shouldWaitAgainBehindOneStepThatWorkedAndOneThatFoundNothing() throws Exception {
        run(false, 0, 0, 0, 5, 0, 0);
        assertEquals(List.of("work 0",
            "work 0", "begin", "work 0", "signal", "await",
            "work 5", "signal", "work 0", "signal", "await",
            "work 0", "signal"), calls);
        assertEquals(1, waiter.wentOn, "behind the first cycle only");
    }

    @Test
    void shouldNotBeWokenUpAnyMoreWhereTheSecondStepBehindAWaitWorksToo() throws Exception {
        run(false, 0, 0, 0, 5, 6, 7, 0, 0);
        assertEquals(List.of("work 0",
            "work 0", "begin", "work 0", "signal", "await",
            "work 5", "signal", "work 6", "signal",
            "work 7", "work 0", "begin", "work 0", "signal"), calls);
    }

    @Test
    void shouldNotWaitWhenWorkIsFoundAfterAll() throws Exception {
        run(false, 0, 0, 5, 0, 0);
        assertEquals(List.of("work 0",
            "work 0", "begin", "work 5", "signal",
            "work 0", "begin", "work 0", "signal"), calls);
        assertTrue(waiter.wentOn >= 2, "behind the first cycle, and behind what was found after all");
    }

    @Test
    void shouldGoOnWhileThereIsWork() throws Exception {
        run(false, 1, 2, 3, 4);
        assertEquals(List.of("work 1", "work 2", "work 3", "work 4"), calls);
        assertEquals(4, waiter.wentOn, "what has arrived is looked for");
    }

    @Test
    void shouldNeverWaitWhenItSpins() throws Exception {
        run(true, 0, 0, 0, 0);
        assertEquals(List.of("work 0", "work 0", "work 0", "work 0"), calls);
        assertEquals(4, waiter.wentOn, "what has arrived is looked for");
    }

    @Test
    void shouldHandAFailureToItsEnd() {
        final IllegalStateException failure = new IllegalStateException("broken");
        thread = new DutyThread("test", now -> {
            throw failure;
        }, ended::set, waiter, false);
        thread.start();
        final ExecutionException e = assertThrows(ExecutionException.class, () -> get(thread.terminated()));
        assertSame(failure, e.getCause());
        assertSame(failure, ended.get());
    }

    /** What ends with it may hang: then nobody would ever hear of the failure. */
    @Test
    @Tag("hazard-X-M1")
    void shouldTellOfAFailureBeforeAnythingElseIsEnded() throws Exception {
        final CountDownLatch told = new CountDownLatch(1);
        final Logger logger = Logger.getLogger(DutyThread.class.getName());
        final Handler recorder = new Handler() {
            @Override
            public void publish(final LogRecord line) {
                if (line.getThrown() != null && "broken".equals(line.getThrown().getMessage())) {
                    told.countDown();
                }
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        };
        logger.addHandler(recorder);
        logger.setUseParentHandlers(false);
        final CountDownLatch hung = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);
        try {
            thread = new DutyThread("test", now -> {
                throw new IllegalStateException("broken");
            }, failure -> {
                hung.countDown();
                awaitUninterruptibly(release);
                throw new IllegalArgumentException("ending fails too");
            }, waiter, false, TimeUnit.MILLISECONDS.toNanos(50));
            thread.start();
            told.await();
            hung.await();
            assertFalse(thread.close(() -> 0), "it does not end");
            final ExecutionException given = assertThrows(ExecutionException.class, () -> thread.terminated().get());
            assertTrue(given.getCause().getMessage().contains("test does not end")
                && given.getCause().getMessage().contains("awaitUninterruptibly"), given.getCause().getMessage());
        } finally {
            release.countDown();
            logger.removeHandler(recorder);
            logger.setUseParentHandlers(true);
        }
        thread.close();
    }

    @Test
    @Tag("hazard-X-L3")
    void shouldKeepWhatFailsInEndingInsideOfTheFirstFailure() {
        final IllegalStateException failure = new IllegalStateException("broken");
        final IllegalArgumentException second = new IllegalArgumentException("ending fails too");
        thread = new DutyThread("test", now -> {
            throw failure;
        }, first -> {
            throw second;
        }, waiter, false);
        thread.start();
        final ExecutionException e = assertThrows(ExecutionException.class, () -> get(thread.terminated()));
        assertSame(failure, e.getCause());
        assertArrayEquals(new Throwable[] {second}, failure.getSuppressed());
    }

    @Test
    @Tag("hazard-X-M2")
    void shouldWaitAsLongAsSomethingComesOfIt() {
        final CountDownLatch release = new CountDownLatch(1);
        thread = new DutyThread("test", now -> 0, failure -> awaitUninterruptibly(release), waiter, false,
            TimeUnit.MILLISECONDS.toNanos(150));
        thread.start();
        final int[] looks = new int[1];
        assertTrue(thread.close(() -> {
            if (++looks[0] == 8) {
                release.countDown();
            }
            return looks[0];
        }));
    }

    @Test
    void shouldGoOnOnAnotherThreadWhileUserCodeBlocks() throws Exception {
        final Pieces duty = new Pieces();
        thread = new DutyThread("test", duty, ended::set, new ParkingWaiter(true), false);
        final StallWatchdog watch = watchdog();
        thread.start();
        duty.entered.await();
        watch.look(1);
        watch.look(1 + PATIENCE_NS - 1);
        assertEquals(List.of(), duty.left, "it is waited for as long as that is allowed");
        watch.look(1 + PATIENCE_NS);
        Clusters.await("cycles go on", () -> duty.cycles.get() > 10);
        assertEquals(List.of("piece 1"), duty.left);
        assertEquals(1, duty.ends.get(0), "the cycle in which the duty was lost ends on the other thread");
        assertTrue(thread.workers().stream().anyMatch(worker -> worker.heldSinceNs() != 0));
        assertFalse(duty.given.isDone());
        assertEquals(1, thread.awaitUserCode(1).size());
        duty.release.countDown();
        assertEquals("test", get(duty.given).getName(), "by the thread that was left behind");
        Clusters.await("it waits", () -> thread.workers().stream().allMatch(worker -> worker.heldSinceNs() == 0));
        assertEquals("test-2", get(duty.cycleThread()).getName(), "who has the duty keeps it");
        watch.look(System.nanoTime());
        thread.close();
        assertEquals(List.of(), thread.awaitUserCode(1));
        assertNull(ended.get());
        assertTrue(duty.finished.isEmpty(), "its replica finishes it");
        assertFalse(duty.raced.get(), "two threads had the duty");
    }

    @Test
    void shouldGiveSlowUserCodeToAnotherThreadAtOnce() throws Exception {
        final Pieces duty = new Pieces();
        duty.isSlow = true;
        thread = new DutyThread("test", duty, ended::set, new ParkingWaiter(true), false);
        thread.start();
        duty.entered.await();
        Clusters.await("cycles go on", () -> duty.cycles.get() > 10);
        assertEquals(List.of("piece 1"), duty.left);
        assertEquals("piece 1", thread.workers().get(1).piece());
        assertEquals("test", get(duty.cycleThread()).getName());
        duty.release.countDown();
        assertEquals("test-2", get(duty.given).getName());
        thread.close();
        assertTrue(duty.finished.isEmpty(), "its replica finishes it");
    }

    @Test
    void shouldKeepTheDutyWhereUserCodeReturnsInTime() throws Exception {
        final Pieces duty = new Pieces();
        duty.release.countDown();
        thread = new DutyThread("test", duty, ended::set, new ParkingWaiter(true), false);
        thread.start();
        duty.entered.await();
        Clusters.await("cycles go on", () -> duty.cycles.get() > 10);
        assertNull(thread.handOn(1), "it was that long ago");
        assertEquals("test", get(duty.cycleThread()).getName());
        thread.close();
        assertEquals(List.of("piece 1"), duty.finished);
        assertFalse(duty.given.isDone());
    }

    @Test
    void shouldNotTakeTheDutyFromUserCodeThatNeedsIt() throws Exception {
        final Pieces duty = new Pieces();
        duty.mayLeave = false;
        thread = new DutyThread("test", duty, ended::set, new ParkingWaiter(true), false);
        final StallWatchdog watch = watchdog();
        thread.start();
        duty.entered.await();
        watch.look(1);
        watch.look(1 + 10 * PATIENCE_NS);
        assertEquals(List.of(), duty.left);
        duty.release.countDown();
        Clusters.await("cycles go on", () -> duty.cycles.get() > 10);
        thread.close();
        assertEquals(List.of("piece 1"), duty.finished);
    }

    @Test
    void shouldKnowWhoHasTheDuty() throws Exception {
        final Pieces duty = new Pieces();
        thread = new DutyThread("test", duty, ended::set, new ParkingWaiter(true), false);
        final StallWatchdog watch = watchdog();
        thread.start();
        duty.entered.await();
        assertFalse(thread.hasDuty() || thread.isCurrentThread(), "the test");
        watch.look(1);
        watch.look(1 + PATIENCE_NS);
        duty.release.countDown();
        get(duty.given);
        thread.close();
        assertEquals(List.of(true, true), duty.inCycle, "has the duty, and is one of its threads");
        assertEquals(List.of(false, true), duty.inPiece, "in user code it may be taken any time");
        assertEquals(List.of(false, true), duty.afterwards);
    }

    /** The number of who has the duty now is not that of who comes back. */
    @Test
    void shouldNotGiveTheDutyBackToWhoLostIt() {
        final DutyToken token = new DutyToken();
        final long lost = token.begin();
        assertEquals(lost, token.inUserCode());
        assertTrue(token.take(lost));
        assertFalse(token.take(lost), "once");
        assertEquals(0, token.inUserCode());
        token.goOn(lost);
        final long begun = token.begin();
        assertFalse(token.end(lost));
        assertFalse(token.take(lost));
        assertTrue(token.end(begun));
        assertTrue(token.end(token.begin()));
    }

    private StallWatchdog watchdog() {
        return new StallWatchdog(thread, () -> "where it is", new Callbacks("test-callbacks", null),
            nowNs -> {}, PATIENCE_NS);
    }

    /** One piece, in the first cycle, which waits until the test lets it go. */
    private final class Pieces implements Duty {
        private final AtomicInteger cycles = new AtomicInteger();
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);
        private final List<String> left = new CopyOnWriteArrayList<>();
        private final List<String> finished = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Thread> given = new CompletableFuture<>();
        private final AtomicIntegerArray ends = new AtomicIntegerArray(1);
        private final AtomicReference<CompletableFuture<Thread>> asked = new AtomicReference<>();
        private final AtomicInteger within = new AtomicInteger();
        private final AtomicBoolean raced = new AtomicBoolean();
        private List<Boolean> inCycle;
        private List<Boolean> inPiece;
        private List<Boolean> afterwards;
        private volatile boolean isSlow;
        private volatile boolean mayLeave = true;
        private boolean isTaken;

        private CompletableFuture<Thread> cycleThread() {
            final CompletableFuture<Thread> mine = new CompletableFuture<>();
            asked.set(mine);
            thread.wakeUp();
            return mine;
        }

        private List<Boolean> who() {
            return List.of(thread.hasDuty(), thread.isCurrentThread());
        }

        @Override
        public int begin(final long nowNs) {
            raced.compareAndSet(false, within.getAndIncrement() != 0);
            cycles.incrementAndGet();
            inCycle = inCycle == null ? who() : inCycle;
            final CompletableFuture<Thread> ask = asked.getAndSet(null);
            if (ask != null) {
                ask.complete(Thread.currentThread());
            }
            return 1;
        }

        @Override
        public UserCode next() {
            if (isTaken) {
                return null;
            }
            isTaken = true;
            return new UserCode() {
                @Override
                public boolean mayLeave() {
                    return mayLeave;
                }

                @Override
                public boolean isSlow() {
                    return isSlow;
                }

                @Override
                public void leave() {
                    left.add(toString());
                }

                @Override
                public void run() {
                    inPiece = who();
                    entered.countDown();
                    awaitUninterruptibly(release);
                }

                @Override
                public void giveBack(final long tookNs) {
                    afterwards = who();
                    given.complete(Thread.currentThread());
                }

                @Override
                public int finish() {
                    finished.add(toString());
                    return 1;
                }

                @Override
                public String toString() {
                    return "piece 1";
                }
            };
        }

        @Override
        public int end(final long nowNs, final int work) {
            if (cycles.get() == 1) {
                ends.incrementAndGet(0);
            }
            within.decrementAndGet();
            return 0;
        }
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Duty calls give this work in turn; the thread is stopped in the last of them. */
    private void run(final boolean spins, final int... work) throws Exception {
        final int[] next = new int[1];
        thread = new DutyThread("test", now -> {
            final int done = work[next[0]++];
            calls.add("work " + done);
            thread.wakeUp();
            if (next[0] == work.length) {
                stopped();
            }
            return done;
        }, failure -> {}, waiter, spins);
        thread.start();
        get(thread.terminated());
        assertTrue(waiter.awaits.stream().allMatch(ns -> ns > 0), () -> waiter.awaits.toString());
    }

    private void stopped() {
        waiter.isStopping = true;
        thread.stop();
    }

    private final class Recorder extends Waiter {
        private final List<Long> awaits = new ArrayList<>();
        private boolean isStopping;
        private int wentOn;

        @Override
        public void goOn(final long nowNs) {
            wentOn++;
        }

        @Override
        public void begin() {
            calls.add("begin");
            super.begin();
        }

        @Override
        public void await(final long maxNs) {
            calls.add("await");
            awaits.add(maxNs);
        }

        @Override
        public boolean isWokenByArrivals() {
            return true;
        }

        @Override
        protected void signal() {
            if (!isStopping) {
                calls.add("signal");
            }
        }
    }
}
