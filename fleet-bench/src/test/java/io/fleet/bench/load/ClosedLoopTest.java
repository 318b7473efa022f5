package io.fleet.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
    private static final double ONE_PERCENT = 0.01;

    private final LoadFixture fixture = new LoadFixture();

    @Test
    void shouldKeepAllSlotsInFlightAndMeasureFromTheStart() {
        fixture.server.takes(2_000_000);
        final LoadResult result = fixture.closed(10);
        assertEquals(10, fixture.server.mostInFlight());
        assertEquals(5_000, result.perSecond(), 5_000 * ONE_PERCENT);
        assertEquals(2e6, result.latencies().getValueAtPercentile(50), 2e6 * ONE_PERCENT);
        assertEquals(2e6, result.latencies().getMaxValue(), 2e6 * ONE_PERCENT);
        assertEquals(0, result.failed());
        assertEquals(0, result.lost());
        assertEquals(List.of(1, 1), List.of(fixture.begins, fixture.ends));
        assertEquals(LoadFixture.SECOND_NS, fixture.endedNs - fixture.beganNs, LoadFixture.SECOND_NS * ONE_PERCENT);
    }

    @Test
    void shouldNotMeasureTheWarmUp() {
        fixture.server.standsStill(fixture.server.nowNs(), fixture.server.nowNs() + LoadFixture.SECOND_NS / 2);
        final LoadResult result = fixture.closed(1);
        assertEquals(1_000, result.completed(), 2);
        assertTrue(result.latencies().getMaxValue() < 2_000_000, "the stand-still of the warm-up was measured: "
            + result.latencies().getMaxValue());
    }

    @Test
    void shouldMeasureWhatIsInFlightWhenTheIntervalEnds() {
        final long endNs = fixture.server.nowNs() + 2 * LoadFixture.SECOND_NS;
        fixture.server.standsStill(endNs - LoadFixture.SECOND_NS / 2, endNs + LoadFixture.SECOND_NS / 2);
        final LoadResult result = fixture.closed(1);
        assertEquals(1e9, result.latencies().getMaxValue(), 1e9 * ONE_PERCENT);
        assertEquals(500, result.completed(), 2);
        assertEquals(0, result.lost());
    }

    @Test
    void shouldCountFailuresAndGoOn() {
        fixture.server.failsEach(10);
        final LoadResult result = fixture.closed(4);
        assertEquals(400, result.failed(), 10);
        assertEquals(3_600, result.completed(), 60);
        assertEquals("it was asked to fail", result.failure());
    }

    @Test
    void shouldCountOperationsWithoutAnAnswerAndNotUseTheirSlots() {
        fixture.server.losesEach(3);
        final LoadResult result = fixture.closed(5);
        assertEquals(5, result.lost());
        assertEquals(15, fixture.server.started());
    }

    @Test
    void shouldTryAgainWhatTheClientRefusesAndMeasureTheWait() {
        fixture.server.refusesUntil(fixture.server.nowNs() + LoadFixture.SECOND_NS + LoadFixture.SECOND_NS / 4);
        final LoadResult result = fixture.closed(2);
        assertEquals(1.25e9, result.latencies().getMaxValue(), 1.25e9 * ONE_PERCENT);
        assertEquals(1_500, result.completed(), 5);
        assertEquals(0, result.lost());
    }

    @Test
    void shouldNotTakeAValueOfAnotherLengthForAnAnswer() {
        fixture.server.answersWithLength(LoadFixture.VALUE_BYTES - 1);
        final LoadResult result = fixture.run(LoadFixture.spec(Workload.GET, 1, 0));
        assertEquals(0, result.completed());
        assertTrue(result.failed() > 0, "no get has failed");
        assertTrue(result.failure().contains("has 7 bytes, but 8 were put"), result.failure());
    }

    @Test
    void shouldStartGetsPutsAndHalfOfEach() {
        fixture.closed(4);
        assertEquals(0, fixture.server.gets());
        final int puts = fixture.server.started();
        fixture.run(LoadFixture.spec(Workload.GET, 4, 0));
        assertEquals(fixture.server.started() - puts, fixture.server.gets());
        final int before = fixture.server.started();
        final int getsBefore = fixture.server.gets();
        fixture.run(LoadFixture.spec(Workload.MIX, 4, 0));
        final double all = fixture.server.started() - before;
        assertEquals(0.5, (fixture.server.gets() - getsBefore) / all, 0.05);
    }

    @Test
    void shouldStartOnePutForNineteenGets() {
        fixture.run(LoadFixture.spec(Workload.MOSTLY_GET, 4, 0));
        assertEquals(0.95, fixture.server.gets() / (double) fixture.server.started(), 0.02);
    }

    @Test
    void shouldNotHearTheOutcomesOfAnEarlierMeasurement() {
        fixture.server.losesEach(2);
        fixture.closed(1);
        final long late = fixture.server.correlations().get(fixture.server.correlations().size() - 1);
        fixture.server.losesEach(Integer.MAX_VALUE);
        fixture.server.takes(10 * LoadFixture.SECOND_NS);
        fixture.closed(1);
        final int started = fixture.server.started();
        fixture.runner.onReply(late, 0);
        assertEquals(started, fixture.server.started(), "an old outcome has started an operation");
    }
}
