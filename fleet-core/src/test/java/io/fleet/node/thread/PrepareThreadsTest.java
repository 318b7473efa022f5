package io.fleet.node.thread;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.ConfigException;
import io.fleet.replica.speculation.PrepareTask;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class PrepareThreadsTest {
    private final Semaphore done = new Semaphore(0);
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final AtomicInteger ran = new AtomicInteger();

    /** A task that waits at the gate, and is awaited itself or not. */
    private final class Task implements PrepareTask {
        private final boolean isBlocked;
        private final boolean isAwaited;
        private Error error;

        Task(final boolean isBlocked, final boolean isAwaited) {
            this.isBlocked = isBlocked;
            this.isAwaited = isAwaited;
        }

        @Override
        public boolean begin() {
            return true;
        }

        @Override
        public void execute() {
            begun.release();
            if (isBlocked) {
                gate.acquireUninterruptibly();
            }
            if (error != null) {
                throw error;
            }
            ran.incrementAndGet();
        }

        @Override
        public boolean finish() {
            return isAwaited;
        }
    }

    private PrepareThreads started(final int count) {
        final PrepareThreads threads = new PrepareThreads(count);
        threads.start("prepare-threads-test", done::release, failed::countDown);
        return threads;
    }

    private boolean isAlive(final String name) {
        return Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> thread.getName().startsWith(name));
    }

    @Test
    void shouldHaveNoThreadBeforeTheFirstCommand() throws Exception {
        final PrepareThreads threads = new PrepareThreads(2);
        assertFalse(threads.offer(new Task(false, true)), "not started");
        threads.start("prepare-none", done::release, failed::countDown);
        assertFalse(isAlive("prepare-none"));
        assertTrue(threads.offer(new Task(false, true)));
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        threads.end();
        assertFalse(isAlive("prepare-none"));
        assertFalse(threads.offer(new Task(false, true)), "ended");
    }

    @Test
    void shouldPrepareAsManyAtOnceAsThereAreThreads() throws Exception {
        final PrepareThreads threads = started(2);
        assertTrue(threads.offer(new Task(true, true)));
        assertTrue(threads.offer(new Task(true, false)));
        assertTrue(begun.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS));
        gate.release(2);
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS), "of the one that is waited for");
        threads.end();
        assertEquals(2, ran.get());
        assertEquals(0, done.availablePermits());
        assertNull(threads.failure());
    }

    @Test
    void shouldRefuseWhatIsTooMuchAndForgetWhatIsWithdrawn() throws Exception { // S13
        final PrepareThreads threads = started(1);
        assertTrue(threads.offer(new Task(true, true)));
        assertTrue(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        final Task last = new Task(false, true);
        for (int i = 1; i < PrepareThreads.MAX_WAITING; i++) {
            assertTrue(threads.offer(new Task(false, false)));
        }
        assertTrue(threads.offer(last));
        assertFalse(threads.offer(new Task(false, true)));
        threads.withdraw(last);
        assertEquals(PrepareThreads.MAX_WAITING - 1, threads.waiting());
        assertTrue(threads.offer(new Task(false, true)));
        gate.release();
        assertTrue(done.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS));
        threads.end();
        assertEquals(PrepareThreads.MAX_WAITING + 1, ran.get());
    }

    @Test
    void shouldTellOfAThreadThatEndsByAFailure() throws Exception {
        final PrepareThreads threads = started(1);
        final Task task = new Task(false, true);
        task.error = new AssertionError("as asked");
        assertTrue(threads.offer(task));
        assertTrue(failed.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertSame(task.error, threads.failure());
        threads.end();
    }

    @Test
    void shouldTellOfACommandThatHoldsAThread() throws Exception {
        final java.util.logging.Logger logger = java.util.logging.Logger.getLogger(PrepareThreads.class.getName());
        final List<String> told = new CopyOnWriteArrayList<>();
        final Handler handler = new Handler() {
            @Override
            public void publish(final LogRecord entry) {
                told.add(entry.getMessage());
            }

            @Override
            public void flush() {
                // Nothing is kept.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
        logger.addHandler(handler);
        try {
            final PrepareThreads threads = started(1);
            threads.look(System.nanoTime());
            assertTrue(threads.offer(new Task(true, true)));
            assertTrue(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
            final long nowNs = System.nanoTime();
            threads.look(nowNs + TimeUnit.SECONDS.toNanos(3));
            threads.look(nowNs + TimeUnit.SECONDS.toNanos(4));
            assertEquals(1, told.size(), told::toString);
            assertTrue(told.get(0).contains("prepare-threads-test-prepare-0") && told.get(0).contains("execute"),
                told.get(0));
            threads.look(nowNs + TimeUnit.SECONDS.toNanos(14));
            assertEquals(2, told.size(), told::toString);
            gate.release();
            assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertEquals(List.of(), threads.end());
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void shouldNameOptionAndRangeOfAWrongNumber() {
        assertTrue(new PrepareThreads(0).isOff());
        assertFalse(new PrepareThreads(1).isOff());
        final String message = assertThrows(ConfigException.class, () -> new PrepareThreads(257)).getMessage();
        assertTrue(message.contains("prepareThreads") && message.contains("257") && message.contains("256"), message);
    }
}
