package io.fleet.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OpenLoopTest {
    private static final double RATE = 10_000;

    private final LoadFixture fixture = new LoadFixture();

    @Test
    void shouldStartAtTheRateWhateverTheLatency() {
        fixture.server.takes(50_000_000);
        final LoadResult result = fixture.open(4_000, RATE);
        assertEquals(RATE, result.perSecond(), RATE * 0.05);
        assertEquals(500, fixture.server.mostInFlight(), 150);
        assertEquals(50e6, result.latencies().getValueAtPercentile(50), 1e6);
    }

    @Test
    void shouldLeaveGapsThatDiffer() {
        fixture.server.takes(1);
        final LoadResult result = fixture.open(4_000, RATE);
        assertTrue(Math.abs(result.completed() - RATE) > 3, "exactly the rate is no Poisson process");
    }

    @Test
    void shouldMeasureFromWhenAnOperationWasDue() {
        final long beginNs = fixture.server.nowNs() + LoadFixture.SECOND_NS;
        fixture.server.standsStill(beginNs + LoadFixture.SECOND_NS / 4, beginNs + LoadFixture.SECOND_NS * 3 / 4);
        final LoadResult result = fixture.open(16, RATE);
        assertEquals(RATE, result.latencies().getTotalCount(), RATE * 0.1);
        final double slow = result.latencies().getTotalCount()
            - result.latencies().getCountBetweenValues(0, 100_000_000);
        assertTrue(slow > 0.4 * RATE, "only " + slow + " operations were seen as slow, though half of the time the "
            + "server stood still");
        assertEquals(0, result.lost());
    }

    @Test
    void shouldSayWhatCouldNotBeStartedInTime() {
        fixture.server.takes(LoadFixture.SECOND_NS / 10);
        final LoadResult result = fixture.open(10, RATE);
        assertEquals(100, result.perSecond(), 20);
        assertTrue(result.lost() > RATE * 0.9, "lost are " + result.lost());
        assertEquals(RATE, result.lost() + result.latencies().getTotalCount(), RATE * 0.1);
    }

    @Test
    void shouldKeepWhatTheClientRefusesInLine() {
        fixture.server.refusesUntil(fixture.server.nowNs() + LoadFixture.SECOND_NS + LoadFixture.SECOND_NS / 2);
        final LoadResult result = fixture.open(100_000, RATE);
        assertEquals(0, result.lost());
        assertEquals(RATE, result.latencies().getTotalCount(), RATE * 0.1);
        assertEquals(5e8, result.latencies().getMaxValue(), 2e7);
    }

    @Test
    void shouldCountOperationsWithoutAnAnswer() {
        fixture.server.losesEach(1_000);
        final LoadResult result = fixture.open(4_000, RATE);
        assertEquals(20, result.lost(), 2);
    }
}
