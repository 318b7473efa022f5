package io.fleet.node.thread;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.node.FakeFlusher;
import io.fleet.node.config.FlushPolicy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlusherThreadTest {
    private final FakeFlusher flusher = new FakeFlusher();
    private final Semaphore done = new Semaphore(0);
    private final CountDownLatch failed = new CountDownLatch(1);

    @Test
    void shouldWriteWhatItsDeskLeavesToItAndSaySo() throws Exception {
        final FlusherThread thread = thread(FlushPolicy.GROUPED);
        thread.start();
        for (int i = 1; i <= 3; i++) {
            flusher.handOver();
            assertEquals(0, thread.desk().decide(true));
            assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
            assertSame(thread, flusher.writer);
            assertEquals(0, done.availablePermits(), "nothing is said of nothing");
        }
        thread.end();
        thread.join();
        assertEquals(0, flusher.flushes.get());
        assertNull(thread.failure());
    }

    @ParameterizedTest
    @EnumSource(names = {"ADAPTIVE", "INLINE"})
    void shouldWriteWhatAFlushOfTheNodeDoesNot(final FlushPolicy policy) throws Exception {
        final FlusherThread thread = thread(policy);
        flusher.needsNewFile = true;
        flusher.handOver();
        assertEquals(0, thread.desk().decide(true));
        thread.start();
        assertTrue(done.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertSame(thread, flusher.writer);
        assertEquals(1, flusher.flushes.get());
        thread.end();
        thread.join();
    }

    @Test
    void shouldEndLoudlyWhenItsFlusherFails() throws Exception {
        final FlusherThread thread = thread(FlushPolicy.GROUPED);
        flusher.failure = new IllegalStateException("broken");
        thread.start();
        assertTrue(failed.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        thread.join();
        assertSame(flusher.failure, thread.failure());
        assertFalse(thread.isAlive());
    }

    private FlusherThread thread(final FlushPolicy policy) {
        return new FlusherThread("test", flusher, policy, flusher.clock::get, done::release, failed::countDown);
    }
}
