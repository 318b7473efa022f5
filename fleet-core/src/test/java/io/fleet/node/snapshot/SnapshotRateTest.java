package io.fleet.node.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SnapshotRateTest {
    private static final long MS = 1_000_000L;
    private static final long MOST = 128L << 20;

    private final SnapshotRate rate = new SnapshotRate(MOST);
    private long nowNs = -MS;
    private long flushes;
    private long tookNs;

    @Test
    void shouldBeTheMostAsLongAsFlushesTakeWhatTheyTook() {
        flush(100, 2 * MS);
        begin();
        for (int i = 0; i < 50; i++) {
            flush(20, 3 * MS);
            assertEquals(MOST, at());
        }
    }

    @Test
    void shouldFallWhileFlushesAreSlowAndRiseAgain() {
        flush(100, 2 * MS);
        begin();
        flush(10, 9 * MS);
        assertEquals(MOST / 2, at());
        for (int i = 0; i < 10; i++) {
            flush(10, 9 * MS);
            at();
        }
        assertEquals(MOST / SnapshotRate.LEAST, at(), "it takes no more than twice as long");
        flush(40, 2 * MS);
        assertEquals(MOST / SnapshotRate.LEAST + MOST / SnapshotRate.STEP, at());
        for (int i = 0; i < 10; i++) {
            flush(40, 2 * MS);
            at();
        }
        assertEquals(MOST, at());
    }

    @Test
    void shouldMeasureWhatFlushesTakeBetweenSnapshots() {
        flush(100, 2 * MS);
        begin();
        flush(1_000, 50 * MS);
        at();
        rate.end(nowNs, flushes, tookNs);
        flush(100, 4 * MS);
        begin();
        flush(20, 7 * MS);
        assertEquals(MOST, at(), "less than twice as long");
        flush(20, 9 * MS);
        assertEquals(MOST / 2, at());
    }

    @Test
    void shouldChangeOnlyOnceInAWindow() {
        flush(100, 2 * MS);
        begin();
        nowNs += SnapshotRate.WINDOW_NS - 1;
        flushes++;
        tookNs += 50 * MS;
        assertEquals(MOST, at());
        nowNs++;
        assertEquals(MOST / 2, at());
        flushes++;
        tookNs += 50 * MS;
        assertEquals(MOST / 2, at());
    }

    @Test
    void shouldNotGoByFlushesThatItDoesNotKnow() {
        flush(SnapshotRate.ENOUGH - 1, 2 * MS);
        begin();
        flush(10, 90 * MS);
        assertEquals(MOST, at());
    }

    @Test
    void shouldTakeNoQuickFlushForASlowOne() {
        flush(10_000, MS / 10);
        begin();
        flush(200, MS);
        assertEquals(MOST, at());
        flush(200, MS + MS / 10);
        assertTrue(at() < MOST);
    }

    private void begin() {
        rate.begin(nowNs, flushes, tookNs);
    }

    private long at() {
        return rate.at(nowNs, flushes, tookNs);
    }

    private void flush(final int count, final long eachNs) {
        flushes += count;
        tookNs += count * eachNs;
        nowNs += Math.max(SnapshotRate.WINDOW_NS, count * eachNs);
    }
}
