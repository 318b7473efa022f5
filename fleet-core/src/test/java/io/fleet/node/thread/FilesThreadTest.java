package io.fleet.node.thread;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.node.FakeFlusher;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FilesThreadTest {
    private final FakeFlusher one = new FakeFlusher();
    private final FakeFlusher two = new FakeFlusher();
    private final Semaphore prepared = new Semaphore(0);
    private final CountDownLatch failed = new CountDownLatch(1);

    @Test
    void shouldCreateWhatIsWantedAndSaySo() throws Exception {
        final FilesThread thread = thread();
        one.want();
        thread.start();
        assertTrue(prepared.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertSame(thread, one.writer);
        two.want();
        assertTrue(prepared.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        one.want();
        assertTrue(prepared.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        thread.end();
        thread.join();
        assertEquals(2, one.prepared.get());
        assertEquals(1, two.prepared.get());
        assertEquals(0, prepared.availablePermits(), "nothing was said of nothing");
        assertNull(thread.failure());
    }

    @Test
    void shouldCreateForAllBeforeItSaysSo() throws Exception {
        final FilesThread thread = thread();
        one.want();
        two.want();
        thread.start();
        assertTrue(prepared.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertEquals(1, one.prepared.get());
        assertEquals(1, two.prepared.get());
        thread.end();
        thread.join();
    }

    @Test
    void shouldEndLoudlyWhenAFlusherFails() throws Exception {
        final FilesThread thread = thread();
        two.failure = new IllegalStateException("broken");
        thread.start();
        assertTrue(failed.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        thread.join();
        assertSame(two.failure, thread.failure());
    }

    private FilesThread thread() {
        return new FilesThread("test", List.of(one, two), prepared::release, failed::countDown);
    }
}
