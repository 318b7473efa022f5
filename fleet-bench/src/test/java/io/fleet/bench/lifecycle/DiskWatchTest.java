package io.fleet.bench.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.lifecycle.DiskWatch.Memory;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiskWatchTest {
    private static final long MIB = 1 << 20;
    private static final long FILES = 3L
        * (ScatteredLogConfig.defaults().fileLength() + OrderedLogConfig.defaults().fileLength());

    private static NodeState[] one(final long applied, final long logs, final long snapshotLsn, final long flushed) {
        return new NodeState[] {new NodeState(true, true, true, applied, applied, logs, 5 * MIB, snapshotLsn, 0, 0, 0,
            0, flushed)};
    }

    @Test
    void shouldBoundTheLogsByWhatWasWrittenBetweenSnapshots() {
        final DiskWatch watch = new DiskWatch(10, one(100, 0, 100, 0));
        watch.see(one(200, 3 * MIB, 100, 2 * MIB));
        watch.see(one(300, 7 * MIB, 250, 8 * MIB));
        watch.see(one(400, 6 * MIB, 250, 9 * MIB));
        final double margin = 10.0 * 9 * MIB / 300;
        assertEquals(2 * (8 * MIB + margin) + FILES, watch.bound(), 2);
        assertTrue(watch.isWithinBound(), watch.summary().toString());
        assertEquals("node 0: logs least 0, most 7, last 6 MiB; snapshots most 5 MiB", watch.summary().get(0));
        watch.see(one(500, watch.bound() + MIB, 250, 9 * MIB));
        assertFalse(watch.isWithinBound(), watch.summary().toString());
        assertTrue(watch.summary().get(1).endsWith("PROBLEM: not kept"), watch.summary().get(1));
    }

    @Test
    void shouldKeepARowForEachSample() {
        final DiskWatch watch = new DiskWatch(10, one(100, 2 * MIB, 100, 0));
        watch.sample(59.9, List.of(new Memory(-1, 3 * MIB)));
        watch.sample(120, List.of(new Memory(4 * MIB, 6 * MIB)));
        assertEquals("| 60  | 0    | 2        | 5             | -                 | 3            |",
            watch.table().get(2));
        assertEquals("2/5/4/6", watch.lastSample());
    }
}
