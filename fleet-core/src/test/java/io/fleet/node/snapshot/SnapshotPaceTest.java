package io.fleet.node.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotPaceTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int CHUNK = 64 << 10;
    private static final long RATE = 64 << 20;

    private long nowNs = -5 * SECOND_NS;
    private long restedNs;
    private final SnapshotPace pace = new SnapshotPace(RATE, List.of(), () -> nowNs, ns -> {
        restedNs += ns;
        nowNs += ns;
    });

    @Test
    void shouldTakeASecondForASecondsBytes() {
        final long beginNs = nowNs;
        for (int i = 0; i < RATE / CHUNK; i++) {
            pace.onBytes(CHUNK);
        }
        assertEquals(SECOND_NS - SnapshotPace.SLACK_NS, nowNs - beginNs, 1_000);
    }

    @Test
    void shouldNotRestWhereTheDiskIsSlower() {
        for (int i = 0; i < 100; i++) {
            nowNs += SECOND_NS / 100;
            pace.onBytes(CHUNK);
        }
        assertEquals(0, restedNs);
    }

    @Test
    void shouldNotMakeUpForALongRest() {
        pace.onBytes(CHUNK);
        nowNs += 100 * SECOND_NS;
        restedNs = 0;
        for (int i = 0; i < RATE / CHUNK; i++) {
            pace.onBytes(CHUNK);
        }
        assertTrue(restedNs >= SECOND_NS - SnapshotPace.SLACK_NS - 1_000, "rested for only " + restedNs + " ns");
    }
}
