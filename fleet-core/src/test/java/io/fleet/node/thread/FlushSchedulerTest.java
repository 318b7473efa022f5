package io.fleet.node.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeFlusher;
import io.fleet.node.config.FlushPolicy;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlushSchedulerTest {
    private static final long SLOW_NS = 1_000_001;
    private static final long QUICK_NS = 1_000_000;

    private final FakeFlusher flusher = new FakeFlusher();
    private int wakeUps;

    @ParameterizedTest
    @EnumSource
    void shouldDoNothingWhenNothingWasHandedOver(final FlushPolicy policy) {
        final FlushScheduler desk = desk(policy);
        assertEquals(0, desk.decide(true));
        assertEquals(0, desk.decide(false));
        assertEquals(0, flusher.flushes.get());
    }

    @Test
    void shouldWriteInAnIdleCycleWhenAdaptive() {
        final FlushScheduler desk = desk(FlushPolicy.ADAPTIVE);
        flusher.handOver();
        assertEquals(FakeFlusher.BYTES, desk.decide(true));
        assertSame(Thread.currentThread(), flusher.writer);
        assertEquals(0, desk.decide(true), "it is written");
        assertEquals(1, flusher.flushes.get());
    }

    @Test
    void shouldLeaveABusyCycleTheChanceOfAnIdleOneWhenAdaptive() {
        final FlushScheduler desk = desk(FlushPolicy.ADAPTIVE);
        flusher.handOver();
        assertTrue(desk.decide(false) > 0, "so that the next cycle comes at once");
        assertEquals(0, flusher.flushes.get());
        assertEquals(FakeFlusher.BYTES, desk.decide(true));
    }

    @Test
    void shouldHandOverAfterTwoBusyCyclesWhenAdaptive() {
        final FlushScheduler desk = desk(FlushPolicy.ADAPTIVE);
        for (int i = 0; i < 3; i++) {
            flusher.handOver();
            assertTrue(desk.decide(false) > 0);
            assertEquals(0, desk.decide(false));
            assertEquals(0, desk.decide(true), "it is the other thread's");
        }
        assertEquals(0, flusher.flushes.get());
        assertEquals(3, wakeUps);
        assertTrue(flusher.handed);
    }

    @Test
    @Expects({"flush-desk.disk-turned-slow", "flush-desk.disk-quick-again"})
    void shouldHandOverToItsThreadAfterASlowFlushUntilManyWereQuickWhenAdaptive() {
        final FlushScheduler desk = desk(FlushPolicy.ADAPTIVE);
        flusher.tookNs = SLOW_NS;
        flusher.handOver();
        desk.decide(true);
        flusher.tookNs = QUICK_NS;
        for (int i = 0; i < FlushScheduler.QUICK_FLUSHES; i++) {
            flusher.handOver();
            assertEquals(0, desk.decide(true), "after " + i + " quick flushes");
            assertEquals(i + 1, wakeUps);
            assertEquals(FakeFlusher.BYTES, desk.work());
        }
        assertEquals(1, flusher.flushes.get());
        flusher.handOver();
        assertEquals(FakeFlusher.BYTES, desk.decide(true));
        assertEquals(2, flusher.flushes.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAlwaysHandOverWhenGrouped(final boolean idle) {
        final FlushScheduler desk = desk(FlushPolicy.GROUPED);
        flusher.handOver();
        assertEquals(0, desk.decide(idle));
        assertEquals(0, flusher.flushes.get());
        assertEquals(1, wakeUps);
        assertEquals(FakeFlusher.BYTES, desk.work());
    }

    @Test
    void shouldAlwaysWriteWhenInline() {
        final FlushScheduler desk = desk(FlushPolicy.INLINE);
        flusher.tookNs = SLOW_NS;
        for (int i = 1; i <= 4; i++) {
            flusher.handOver();
            assertEquals(FakeFlusher.BYTES, desk.decide(i % 2 == 0));
            assertEquals(i, flusher.flushes.get());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ADAPTIVE", "INLINE"})
    void shouldLeaveToItsThreadWhatAFlushDoesNotDo(final FlushPolicy policy) {
        final FlushScheduler desk = desk(policy);
        flusher.needsNewFile = true;
        flusher.handOver();
        assertEquals(0, desk.decide(true));
        assertEquals(1, flusher.flushes.get());
        assertEquals(1, wakeUps);
        assertEquals(0, desk.decide(true), "not tried again and again");
        assertEquals(1, flusher.flushes.get());
        assertEquals(FakeFlusher.BYTES, desk.work());
        assertEquals(0, desk.work(), "nothing is left");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotWriteWhileItsThreadIsAtWork(final FlushPolicy policy) throws Exception {
        final FlushScheduler desk = desk(policy);
        flusher.blocks = true;
        flusher.handOver();
        final Thread thread = new Thread(desk::work);
        thread.start();
        flusher.await(flusher.inWork);
        assertEquals(0, desk.decide(true));
        assertEquals(0, flusher.flushes.get());
        assertEquals(1, wakeUps);
        assertEquals(0, desk.work(), "nor does another");
        flusher.mayWork.countDown();
        thread.join();
        assertSame(thread, flusher.writer);
    }

    @Test
    void shouldLetItsThreadWorkAgainAfterAFlushThatThrew() {
        final RuntimeException broken = new IllegalStateException("clock");
        final FlushScheduler desk = new FlushScheduler(flusher, FlushPolicy.INLINE, () -> {
            throw broken;
        }, () -> wakeUps++);
        flusher.handOver();
        assertSame(broken, assertThrows(IllegalStateException.class, () -> desk.decide(true)));
        assertSame(broken, assertThrows(IllegalStateException.class, desk::work), "it is not kept out");
    }

    @ParameterizedTest
    @EnumSource(names = {"ADAPTIVE", "INLINE"})
    void shouldKeepTheLogOpenWhenAStateMachineLeftAnInterrupt(final FlushPolicy policy, @TempDir final Path directory) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 1;
        meta.length = 100;
        final UnsafeBuffer body = new UnsafeBuffer(new byte[meta.length]);
        try (ScatteredLog log = ScatteredLog.open(new ScatteredLogConfig(64 << 10, 16 << 10), new StorageIdentity(7, 1),
            List.of(RealDisk.open(directory)), (group, lsn, ballot, storageGroup, found, position) -> {})) {
            final FlushScheduler desk = new FlushScheduler(log.flushers().get(0), policy, () -> 0, () -> wakeUps++);
            for (int lsn = 1; lsn <= 3; lsn++) {
                final long expected = lsn;
                assertTrue(log.append(0, lsn, 1, 0, meta, body, 0));
                log.poll((group, durable, ballot, position) -> assertEquals(expected, durable));
                Thread.currentThread().interrupt();
                assertTrue(desk.decide(true) > 0, "LSN " + lsn + " is not written here");
                assertFalse(Thread.interrupted(), "the interrupt is left");
                assertEquals(1, log.poll((group, durable, ballot, position) -> assertEquals(expected, durable)));
            }
            assertEquals(0, wakeUps);
        } finally {
            Thread.interrupted();
        }
    }

    private FlushScheduler desk(final FlushPolicy policy) {
        return new FlushScheduler(flusher, policy, flusher.clock::get, () -> wakeUps++);
    }
}
