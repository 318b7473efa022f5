package io.fleet.reads.concurrent;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.ConfigException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ReadThreadsTest {
    private final Semaphore done = new Semaphore(0);
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final AtomicInteger ran = new AtomicInteger();

    @Test
    void shouldRunAsManyAtOnceAsThereAreThreads() throws Exception {
        final ReadThreads threads = started(2);
        assertTrue(threads.offer(this::blocked));
        assertTrue(threads.offer(this::blocked));
        assertTrue(begun.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS));
        gate.release(2);
        assertTrue(done.tryAcquire(2, PATIENCE_SECONDS, TimeUnit.SECONDS));
        threads.end();
        assertEquals(2, ran.get());
        assertNull(threads.failure());
    }

    @Test
    void shouldRefuseWhatIsTooMuchAndTakeMoreWhenThereIsRoom() throws Exception { // S13
        final ReadThreads threads = started(1);
        assertTrue(threads.offer(this::blocked));
        assertTrue(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        for (int i = 0; i < ReadThreads.MAX_WAITING; i++) {
            assertTrue(threads.offer(ran::incrementAndGet), "number " + i);
        }
        assertFalse(threads.offer(ran::incrementAndGet));
        gate.release();
        assertTrue(done.tryAcquire(1 + ReadThreads.MAX_WAITING, PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(threads.offer(ran::incrementAndGet));
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(2 + ReadThreads.MAX_WAITING, ran.get());
        threads.end();
    }

    @Test
    void shouldDropWhatWaitsAndInterruptWhatRunsAtTheEnd() throws Exception {
        final ReadThreads threads = started(1);
        final Runnable first = this::blocked;
        final Runnable second = ran::incrementAndGet;
        assertTrue(threads.offer(first));
        assertTrue(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(threads.offer(second));
        assertEquals(1, threads.waiting());
        threads.end();
        assertFalse(threads.withdraw(first));
        assertTrue(threads.withdraw(second));
        assertFalse(threads.withdraw(second));
        assertEquals(0, ran.get());
        assertFalse(threads.offer(ran::incrementAndGet));
        assertNull(threads.failure());
    }

    @Test
    void shouldGoOnAfterAReadThatLeftItsThreadInterrupted() throws Exception {
        final ReadThreads threads = started(1);
        assertTrue(threads.offer(() -> Thread.currentThread().interrupt()));
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(threads.offer(ran::incrementAndGet));
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS),
            "the only thread has ended, and nobody was told");
        threads.end();
    }

    @Test
    void shouldGoOnWhenAnInterruptComesAfterItsRead() throws Exception {
        final AtomicReference<Thread> thread = new AtomicReference<>();
        final ReadThreads threads = started(1);
        assertTrue(threads.offer(() -> thread.set(Thread.currentThread())));
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        thread.get().interrupt();
        assertTrue(threads.offer(ran::incrementAndGet));
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS),
            "the only thread has ended, and nobody was told");
        threads.end();
    }

    @Test
    void shouldTellOfAReadWithoutTheInterruptThatItLeft() throws Exception {
        final AtomicBoolean left = new AtomicBoolean();
        final ReadThreads threads = new ReadThreads(1);
        threads.start("test", () -> {
            left.set(Thread.currentThread().isInterrupted());
            done.release();
        }, failed::countDown);
        assertTrue(threads.offer(() -> Thread.currentThread().interrupt()));
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertFalse(left.get());
        threads.end();
    }

    @Test
    void shouldEndLoudlyByAnError() throws Exception {
        final ReadThreads threads = started(1);
        final Error error = new AssertionError("broken");
        assertTrue(threads.offer(() -> {
            throw error;
        }));
        assertTrue(failed.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertSame(error, threads.failure());
        threads.end();
    }

    @Test
    void shouldBeOffWithoutThreads() {
        final ReadThreads none = started(0);
        assertTrue(none.isOff());
        assertFalse(none.offer(ran::incrementAndGet));
        none.end();
        assertEquals("readThreads is 257, but must be from 0 to 256",
            assertThrows(ConfigException.class, () -> new ReadThreads(257)).getMessage());
    }

    private ReadThreads started(final int count) {
        final ReadThreads threads = new ReadThreads(count);
        threads.start("test", done::release, failed::countDown);
        return threads;
    }

    private void blocked() {
        begun.release();
        try {
            gate.acquire();
            ran.incrementAndGet();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
