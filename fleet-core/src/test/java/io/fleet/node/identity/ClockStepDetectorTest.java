package io.fleet.node.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether a machine that stood still is noticed by its clocks. */
class ClockStepDetectorTest {
    private static final long MS = 1_000_000L;

    private final ClockStepDetector watch = new ClockStepDetector();
    private long nowNs = -3_000 * MS;
    private long epochMillis = 1_700_000_000_000L;

    @Test
    @Tag("hazard-S-D2")
    void shouldNoticeThatTheMonotonicClockStoodStill() { // L2
        cycles(10_000);
        epochMillis += 700;
        assertTrue(cycle());
        assertEquals(0, watch.confirmedNs(), "the thread may have waited between the two readings");
        assertTrue(cycle());
        assertEquals(700, watch.confirmedNs() / MS);
        assertFalse(cycle());
        assertEquals(0, watch.confirmedNs(), "it is told once");
        cycles(10_000);
    }

    @Test
    @Tag("hazard-S-D2")
    void shouldNoticeAShortStandstillWhateverWasBefore() { // L2: the wall clock shows whole milliseconds
        for (int before = 0; before < 2_500; before += 7) {
            cycles(1 + before % 100);
            nowNs += 300_000;
            epochMillis += 4;
            assertTrue(cycle());
            cycle();
        }
    }

    @Test
    void shouldNotTakeAThreadThatWaitedForAMachineThatStoodStill() {
        cycles(100);
        assertTrue(watch.outran(nowNs, epochMillis + 50), "between the readings of one cycle");
        nowNs += 50 * MS;
        epochMillis += 50;
        assertFalse(cycle());
        assertEquals(0, watch.confirmedNs());
    }

    @Test
    void shouldNotMindAWallClockThatIsBehindOrSteppedBack() {
        cycles(100);
        epochMillis -= 3_600_000;
        assertFalse(cycle());
        cycles(100);
        epochMillis += 10;
        assertTrue(cycle(), "from where it is now");
    }

    @Test
    void shouldNotMindCyclesThatAreLong() {
        for (int i = 0; i < 100; i++) {
            nowNs += 5_000 * MS;
            epochMillis += 5_000;
            assertFalse(cycle());
        }
    }

    private void cycles(final int count) {
        for (int i = 0; i < count; i++) {
            assertFalse(cycle());
        }
    }

    private boolean cycle() {
        nowNs += MS;
        epochMillis++;
        return watch.outran(nowNs, epochMillis);
    }
}
