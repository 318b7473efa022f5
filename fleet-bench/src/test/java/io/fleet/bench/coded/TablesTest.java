package io.fleet.bench.coded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.load.Histograms;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.fleet.NodeFigures;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TablesTest {
    private static final long SECOND_NS = 1_000_000_000;

    private static NodeFigures figures(final long parts, final long steps, final long sent) {
        return new NodeFigures(Map.of("scattered", parts, "steps", steps), Map.of("scattered", 1L), sent,
            Map.of("coded.sent.part.bytes", sent / 2, "coded.null.slots", 3L, "coded.entry.slots", 60L), Map.of());
    }

    @Test
    void shouldTellBytesForEachAcknowledgedByte() {
        final Cost cost = new Cost(Contender.CODED, 1_000, 10, List.of(figures(4_000, 1_000, 8_000),
            figures(3_000, 0, 0)));
        final List<List<String>> rows = cost.rows();
        assertEquals(List.of("coded", "1,000", "0", "10", "0.4000", "0.1000", "-", "-", "0.5000", "0.3333", "0.4000",
            "-", "0.4000", "0.8000"), rows.get(0));
        assertEquals(List.of("coded", "1,000", "mean", "10", "0.3500", "0.0500", "-", "-", "0.4000", "0.3333",
            "0.2000", "-", "0.2000", "0.4000"), rows.get(2));
        assertEquals(Cost.head().size(), rows.get(0).size());
        assertEquals(1, new Cost(Contender.LEADER, 1, 1, List.of()).diskFormula());
        assertTrue(Cost.networkFormula().contains("= 0.2667; "), Cost.networkFormula());
        assertTrue(Cost.networkFormula().contains("= 0.5333."), Cost.networkFormula());
    }

    @Test
    void shouldTakeDifferencesOfWhatANodeCounted() {
        final NodeFigures since = figures(4_000, 1_000, 8_000).since(figures(1_000, 400, 2_000));
        assertEquals(Map.of("scattered", 3_000L, "steps", 600L), since.flushed());
        assertEquals(3_600, since.flushedBytes());
        assertEquals(6_000, since.sent());
        assertEquals(0, since.mode().get("coded.null.slots"));
    }

    @Test
    void shouldTellNullSlotsForAThousand() {
        final List<String> row = new Slots(5, 16, 120, 1.5, figures(0, 0, 0)).row();
        assertEquals(List.of("5", "16", "120", "60", "3", "25.0", "50.0"), row.subList(0, 7));
        assertEquals(Slots.head().size(), row.size());
    }

    @Test
    void shouldCompareRoundsWithEachOther() {
        final Speed speed = new Speed();
        for (int round = 1; round <= 3; round++) {
            speed.add(Contender.CODED, round, 1_000_000, Workload.PUT, result(20L * round, 0));
            speed.add(Contender.LEADER, round, 1_000_000, Workload.PUT, result(10L, round == 3 ? 1 : 0));
        }
        assertEquals(List.of(
            List.of("1,000,000", "100 % writes", "coded", "40 (20-60)", "40.0 (20.0-60.0)", "2.0", "2.0", "2.0",
                "0", "0", ""),
            List.of("1,000,000", "100 % writes", "leader", "10 (10-10)", "10.0 (10.0-10.0)", "2.0", "2.0", "2.0",
                "0", "1", "x 4.00 (2.00-6.00)")), speed.rows());
        assertEquals(Speed.head().size(), speed.rows().get(0).size());
    }

    @Test
    void shouldTellTheSlowestAndHowManyTookLongerThanASecond() { // a percentile hides a single command that stalls
        final Histogram latencies = Histograms.empty();
        latencies.recordValueWithCount(2_000_000, 1_000);
        latencies.recordValueWithCount(1_500_000_000, 2);
        latencies.recordValue(20 * SECOND_NS);
        final Speed speed = new Speed();
        speed.add(Contender.SCATTERED, 1, 1_000, Workload.PUT, new LoadResult(1_003, 0, 0, SECOND_NS, latencies, ""));
        final List<String> row = speed.rows().get(0);
        assertEquals("2.0", row.get(Speed.head().indexOf("p99 ms")));
        assertEquals("20,", row.get(Speed.head().indexOf("max ms")).substring(0, 3));
        assertEquals("3", row.get(Speed.head().indexOf("over 1 s")));
    }

    private static LoadResult result(final long completed, final long failed) {
        final Histogram latencies = Histograms.empty();
        latencies.recordValue(2_000_000);
        return new LoadResult(completed, failed, 0, SECOND_NS, latencies, "");
    }
}
