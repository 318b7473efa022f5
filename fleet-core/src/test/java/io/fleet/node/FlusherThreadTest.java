package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 90, unit = TimeUnit.SECONDS)
class FlusherThreadTest {
    private static final long SLOW_NS = 1_000_001;
    private static final long QUICK_NS = 1_000_000;

    private final FakeFlusher flusher = new FakeFlusher();
    private final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch failed = new CountDownLatch(1);

    @ParameterizedTest
    @EnumSource
    void shouldDoNothingWhenNothingWasHandedOver(final FlushPolicy policy) {
        final FlusherThread thread = thread(policy);
        assertEquals(0, thread.decide(true));
        assertEquals(0, thread.decide(false));
        assertEquals(0, flusher.flushes.get());
    }

    @Test
    void shouldWriteInAnIdleCycleWhenAdaptive() {
        final FlusherThread thread = thread(FlushPolicy.ADAPTIVE);
        flusher.handOver();
        assertEquals(FakeFlusher.BYTES, thread.decide(true));
        assertSame(Thread.currentThread(), flusher.writer);
        assertEquals(0, thread.decide(true), "it is written");
        assertEquals(1, flusher.flushes.get());
    }

    @Test
    void shouldLeaveABusyCycleTheChanceOfAnIdleOneWhenAdaptive() {
        final FlusherThread thread = thread(FlushPolicy.ADAPTIVE);
        flusher.handOver();
        assertTrue(thread.decide(false) > 0, "so that the next cycle comes at once");
        assertEquals(0, flusher.flushes.get());
        assertEquals(FakeFlusher.BYTES, thread.decide(true));
    }

    @Test
    void shouldHandOverAfterTwoBusyCyclesWhenAdaptive() {
        final FlusherThread thread = thread(FlushPolicy.ADAPTIVE);
        for (int i = 0; i < 3; i++) {
            flusher.handOver();
            assertTrue(thread.decide(false) > 0);
            assertEquals(0, thread.decide(false));
            assertEquals(0, thread.decide(true), "it is the other thread's");
        }
        assertEquals(0, flusher.flushes.get());
        assertTrue(flusher.handed);
    }

    @Test
    void shouldHandOverToItsThreadAfterASlowFlushUntilManyWereQuickWhenAdaptive() throws Exception {
        final FlusherThread thread = thread(FlushPolicy.ADAPTIVE);
        flusher.tookNs = SLOW_NS;
        flusher.handOver();
        thread.decide(true);
        flusher.tookNs = QUICK_NS;
        flusher.handOver();
        assertEquals(0, thread.decide(true));
        assertEquals(1, flusher.flushes.get());

        thread.start();
        assertTrue(done.await(60, TimeUnit.SECONDS));
        assertSame(thread, flusher.writer);
        for (int i = 1; i < FlusherThread.QUICK_FLUSHES; i++) {
            flusher.handOver();
            assertEquals(0, thread.decide(true), "after " + i + " quick flushes");
            while (flusher.handed) {
                Thread.onSpinWait();
            }
        }
        thread.end();
        thread.join();
        flusher.handOver();
        assertEquals(FakeFlusher.BYTES, thread.decide(true));
        assertSame(Thread.currentThread(), flusher.writer);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAlwaysHandOverWhenGrouped(final boolean idle) throws Exception {
        final FlusherThread thread = thread(FlushPolicy.GROUPED);
        flusher.handOver();
        assertEquals(0, thread.decide(idle));
        assertEquals(0, flusher.flushes.get());
        thread.start();
        assertTrue(done.await(60, TimeUnit.SECONDS));
        assertSame(thread, flusher.writer);
        thread.end();
        thread.join();
    }

    @Test
    void shouldAlwaysWriteWhenInline() {
        final FlusherThread thread = thread(FlushPolicy.INLINE);
        flusher.tookNs = SLOW_NS;
        for (int i = 1; i <= 4; i++) {
            flusher.handOver();
            assertEquals(FakeFlusher.BYTES, thread.decide(i % 2 == 0));
            assertEquals(i, flusher.flushes.get());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ADAPTIVE", "INLINE"})
    void shouldLeaveToItsThreadWhatAFlushDoesNotDo(final FlushPolicy policy) throws Exception {
        final FlusherThread thread = thread(policy);
        flusher.needsNewFile = true;
        flusher.handOver();
        assertEquals(0, thread.decide(true));
        assertEquals(1, flusher.flushes.get());
        assertEquals(0, thread.decide(true), "not tried again and again");
        assertEquals(1, flusher.flushes.get());
        thread.start();
        assertTrue(done.await(60, TimeUnit.SECONDS));
        assertSame(thread, flusher.writer);
        thread.end();
        thread.join();
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotWriteWhileItsThreadIsAtWork(final FlushPolicy policy) throws Exception {
        final FlusherThread thread = thread(policy);
        flusher.blocks = true;
        flusher.handOver();
        thread.start();
        flusher.await(flusher.inWork);
        assertEquals(0, thread.decide(true));
        assertEquals(0, flusher.flushes.get());
        flusher.mayWork.countDown();
        assertTrue(done.await(60, TimeUnit.SECONDS));
        assertSame(thread, flusher.writer);
        thread.end();
        thread.join();
        assertNull(thread.failure());
    }

    @Test
    void shouldLetItsThreadWorkAgainAfterAFlushThatThrew() throws Exception {
        final FlusherThread thread = thread(FlushPolicy.INLINE, () -> {
            throw new IllegalStateException("clock");
        });
        flusher.handOver();
        assertThrows(IllegalStateException.class, () -> thread.decide(true));
        thread.start();
        assertTrue(failed.await(60, TimeUnit.SECONDS), "it is not kept out");
        thread.join();
    }

    @Test
    void shouldEndLoudlyWhenItsFlusherFails() throws Exception {
        final FlusherThread thread = thread(FlushPolicy.GROUPED);
        flusher.failure = new IllegalStateException("broken");
        thread.start();
        assertTrue(failed.await(60, TimeUnit.SECONDS));
        thread.join();
        assertSame(flusher.failure, thread.failure());
        assertFalse(thread.isAlive());
    }

    private FlusherThread thread(final FlushPolicy policy) {
        return thread(policy, flusher.clock::get);
    }

    private FlusherThread thread(final FlushPolicy policy, final NanoClock clock) {
        return new FlusherThread("test", flusher, policy, clock, done::countDown, failed::countDown);
    }
}
