package io.fleet.node.thread;

import static io.fleet.fixture.cluster.Clusters.get;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.transport.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each duty call wakes the waiter up, so that a signal in what is kept shows that a wait had begun. */
class DutyThreadTest {
    private final List<String> calls = new ArrayList<>();
    private final Recorder waiter = new Recorder();
    private final AtomicReference<Throwable> ended = new AtomicReference<>();
    private DutyThread thread;

    @Test
    void shouldLookForWorkOnceMoreBeforeItWaitsAndStopWaitingAfterwards() throws Exception {
        run(false, 0, 0, 0, 0, 0);
        assertEquals(List.of("work 0",
            "work 0", "begin", "work 0", "signal", "await",
            "work 0", "begin", "work 0", "signal"), calls);
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
