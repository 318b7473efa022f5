package io.fleet.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.cluster.plan.ClusterOptions;
import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.cluster.report.CsvFile;
import io.fleet.bench.cluster.report.LatencyPlot;
import io.fleet.bench.cluster.report.LogAxis;
import io.fleet.bench.cluster.report.ResultTable;
import io.fleet.bench.cluster.report.Row;
import io.fleet.bench.harness.NodesCost;
import io.fleet.bench.harness.ProcessCost;
import io.fleet.bench.harness.Statistics;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.NodeWork;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class ResultsTest {
    private final List<Measurement> measurements = new ArrayList<>();

    ResultsTest() {
        final long[] fleet = {20_000, 30_000, 25_000};
        final long[] other = {10_000, 10_000, 20_000};
        for (int round = 1; round <= 3; round++) {
            measurements.add(Fixtures.measurement(Fixtures.POINT, "fleet", round, fleet[round - 1], 100));
            measurements.add(Fixtures.measurement(Fixtures.POINT, "other", round, other[round - 1],
                100L + round * 100));
        }
    }

    private List<Row> rows() {
        return new ClusterTables(Fixtures.options(null)).rows(measurements);
    }

    @Test
    void shouldFindMedianAndSpread() {
        assertEquals(2, Statistics.median(List.of(3.0, 1.0, 2.0)));
        assertEquals(2.5, Statistics.median(List.of(4.0, 1.0, 2.0, 3.0)));
        assertEquals(7, Statistics.median(List.of(7.0)));
        assertEquals(1, Statistics.least(List.of(3.0, 1.0, 2.0)));
        assertEquals(3, Statistics.most(List.of(3.0, 1.0, 2.0)));
        assertTrue(Double.isNaN(Statistics.median(List.of())), "no rounds have no median");
    }

    @Test
    void shouldPutPointsAndPeersInTheOrderOfTheOptions() {
        measurements.add(Fixtures.measurement(Point.closed(Workload.PUT, 64, 1), "other", 1, 1, 1));
        assertEquals(List.of("other 1 in flight", "fleet 16 in flight", "other 16 in flight"),
            rows().stream().map(row -> row.peer() + " " + row.point().load()).toList());
    }

    @Test
    void shouldTellRatiosOfTheSameRound() {
        final List<String> lines = ResultTable.lines(rows(), "");
        assertEquals("put 64 B", lines.get(0));
        final String other = lines.get(5);
        assertTrue(other.startsWith("| 16 in flight | other | 10,000 (10,000-20,000) | 300 (200-400)"), other);
        assertTrue(other.contains("| 20.00 "), "2 s of processors for 10,000 are 20 s for 100,000: " + other);
        assertTrue(other.contains("| x 2.00 "), "the ratios are 2, 3 and 1.25: " + other);
        assertTrue(other.contains("| x 0.33 "), "the ratios of p50 are 0.5, 0.33 and 0.25: " + other);
    }

    @Test
    void shouldLineUpTheColumns() {
        final List<String> lines = ResultTable.lines(rows(), "").stream().filter(line -> line.startsWith("|"))
            .toList();
        assertEquals(8, lines.size());
        for (int table = 0; table < 8; table += 4) {
            assertEquals(1, lines.subList(table, table + 4).stream().map(String::length).distinct().count(),
                lines.toString());
        }
    }

    /** Of three nodes: 3 MB written, 2,000 calls, 40,000 and 400 switches, 30 syncs. */
    private static NodesCost cost(final long snapshots, final long trimmed) {
        return new NodesCost(3, 6_000_000, new ProcessCost(3_000_000, ProcessCost.UNKNOWN, 2_000, 40_000, 400),
            Collections.nCopies(3, new NodeWork(snapshots, trimmed, 10)));
    }

    @Test
    void shouldTellWhatItCostTheNodesForEachOperation() {
        measurements.clear();
        measurements.add(Fixtures.measurement(Fixtures.POINT, "fleet", 1, 10_000, 100, cost(1, 4)));
        measurements.add(Fixtures.measurement(Fixtures.POINT, "fleet", 2, 10_000, 100, cost(0, 0)));
        measurements.add(Fixtures.measurement(Fixtures.POINT, "other", 1, 10_000, 100, cost(0, NodeWork.UNKNOWN)));
        final List<String> lines = ResultTable.lines(rows(), "fleet/x: it is off").stream()
            .map(line -> line.replaceAll(" +", " ")).toList();
        assertEquals("put 64 B; fleet/x: it is off", lines.get(0));
        assertEquals("put 64 B: what it cost the nodes; fleet/x: it is off", lines.get(7));
        assertEquals("| 16 in flight | fleet | 3.125 | 1.563 | 0.003 | - | 0.200 | 4.000 | 0.040 | 1/1/1, "
            + "0/0/0 | 4/4/4, 0/0/0 |", lines.get(11));
        assertEquals("| 16 in flight | other | 3.125 | 1.563 | 0.003 | - | 0.200 | 4.000 | 0.040 | none | - |",
            lines.get(12));
    }

    @Test
    void shouldCountBytesOfPutsAlone() {
        final NodesCost cost = cost(0, 0);
        assertEquals(6_000_000 / (3 * 10_000 * 64 * 0.5), Fixtures.measurement(
            Point.closed(Workload.MIX, 64, 1), "fleet", 1, 10_000, 1, cost).diskBytes(), 1e-9);
        assertTrue(Double.isNaN(Fixtures.measurement(Point.closed(Workload.GET, 64, 1), "fleet", 1, 10_000, 1, cost)
            .diskBytes()), "nothing was put");
    }

    @Test
    void shouldSayWhatIsNotKnownOfTheNodes() {
        final List<String> lines = ResultTable.lines(rows(), "");
        assertTrue(lines.get(11).replaceAll(" +", " ").endsWith("| fleet | - | - | - | - | - | - | - | - | - |"),
            lines.get(11));
    }

    @Test
    void shouldShowWhatFailedAndWhatWasLost() {
        final Measurement good = measurements.get(0);
        final LoadResult result = good.result();
        measurements.set(0, new Measurement(good.point(), good.peer(), 1, 0,
            new LoadResult(result.completed(), 3, 4, result.tookNs(), result.latencies(), "why"), 1, 1,
            good.cost()));
        assertTrue(ResultTable.lines(rows(), "").get(4).contains("| 7 "), ResultTable.lines(rows(), "").get(4));
    }

    @Test
    void shouldNameTheSettingsOfEachPeer() {
        final List<String> legend = ResultTable.legend(Map.of("fleet", List.of("one", "two")));
        assertEquals("fleet: one; two.", legend.get(legend.size() - 1));
    }

    @Test
    void shouldWriteOneLineOfCsvForEachMeasurement() {
        final List<String> lines = CsvFile.lines(measurements, Fixtures.run(null));
        assertEquals(7, lines.size());
        final String[] head = lines.get(0).split(",");
        final String[] first = lines.get(1).split(",");
        assertEquals(head.length, first.length);
        assertEquals("put,64,16,0.0,0.00,true,3,fleet,1,1.000,20000,0,0,20000.0,100.0,100.0,100.0,100.0,100.0,"
            + "1.500,0.500,,,,,,,,,,0", lines.get(1).replace("100.1", "100.0"));
        measurements.set(0, Fixtures.measurement(Fixtures.POINT, "fleet", 1, 10_000, 100, cost(1, 4)));
        final String known = CsvFile.lines(measurements, Fixtures.run(null)).get(1);
        assertTrue(known.endsWith(",3.1250,1.5625,0.0030,,0.2000,4.0000,0.0400,1/1/1,4/4/4,0"), known);
    }

    @Test
    void shouldTellFiguresInWords() {
        assertEquals("20,000 op/s, p50 100 us, p99 100 us, 10.00 CPU s/100k",
            Fixtures.measurement(Fixtures.POINT, "fleet", 1, 20_000, 100).figures());
        assertEquals("0 op/s, p50 0 us, p99 0 us", Fixtures.measurement(Fixtures.POINT, "fleet", 1, 0, 1).figures());
        assertEquals("20,000 op/s, p50 100 us, p99 100 us, 10.00 CPU s/100k in 1 s, snapshots 0/0/0, files trimmed "
            + "4/4/4", Fixtures.measurement(Fixtures.POINT, "fleet", 1, 20_000, 100, cost(0, 4)).figures());
    }

    @Test
    void shouldDrawWellFormedPictures() throws Exception {
        measurements.add(Fixtures.measurement(Point.closed(Workload.PUT, 1024, 1), "fleet", 1, 7, 1_000_000));
        measurements.add(Fixtures.measurement(Fixtures.POINT, "<a & b>", 1, 1, 5));
        final ClusterOptions base = Fixtures.options(null);
        final ClusterOptions options = new ClusterOptions(List.of("fleet", "other", "<a & b>"), List.of(),
            base.workloads(), base.values(), base.outstanding(), base.rates(), base.shares(), base.run());
        final Map<String, String> pictures = new ClusterTables(options).plots(measurements);
        assertEquals(List.of("put-64.svg", "put-1024.svg"), new ArrayList<>(pictures.keySet()));
        for (final String picture : pictures.values()) {
            final Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(picture.getBytes(StandardCharsets.UTF_8)));
            assertEquals("svg", document.getDocumentElement().getTagName());
            assertTrue(document.getElementsByTagName("polyline").getLength() > 0, "a picture has no curve");
            assertTrue(!picture.contains("NaN") && !picture.contains("Infinity"), picture);
        }
    }

    @Test
    void shouldPlaceValuesOnALogarithmicAxis() {
        final LogAxis axis = LogAxis.around(List.of(10.0, 1_000.0), 0, 100);
        assertEquals(50, axis.at(100), 1e-9);
        assertTrue(axis.at(10) > 0 && axis.at(1_000) < 100, "the ends have no margin");
        assertEquals(List.of("0.50", "500", "20k", "1M"), List.of(LogAxis.label(0.5), LogAxis.label(500),
            LogAxis.label(20_000), LogAxis.label(1e6)));
        assertEquals(List.of(10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0), axis.ticks());
    }

    @Test
    void shouldNotDrawPointsWithoutAnyAnswer() {
        measurements.clear();
        measurements.add(Fixtures.measurement(Fixtures.POINT, "fleet", 1, 0, 1));
        assertEquals(Map.of(), LatencyPlot.all(rows()));
        assertTrue(ResultTable.lines(rows(), "").get(4).contains("| - "), ResultTable.lines(rows(), "").toString());
    }
}
