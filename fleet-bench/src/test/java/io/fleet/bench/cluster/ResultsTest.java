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
import io.fleet.bench.harness.Statistics;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Workload;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
        final List<String> lines = ResultTable.lines(rows());
        assertEquals("put 64 B", lines.get(0));
        final String other = lines.get(5);
        assertTrue(other.startsWith("| 16 in flight | other | 10,000 (10,000-20,000) | 300 (200-400)"), other);
        assertTrue(other.contains("| 20.00 "), "2 s of processors for 10,000 are 20 s for 100,000: " + other);
        assertTrue(other.contains("| x 2.00 "), "the ratios are 2, 3 and 1.25: " + other);
        assertTrue(other.contains("| x 0.33 "), "the ratios of p50 are 0.5, 0.33 and 0.25: " + other);
    }

    @Test
    void shouldLineUpTheColumns() {
        final List<String> lines = ResultTable.lines(rows()).stream().filter(line -> line.startsWith("|")).toList();
        assertEquals(4, lines.size());
        assertEquals(1, lines.stream().map(String::length).distinct().count(), lines.toString());
    }

    @Test
    void shouldShowWhatFailedAndWhatWasLost() {
        final Measurement good = measurements.get(0);
        final LoadResult result = good.result();
        measurements.set(0, new Measurement(good.point(), good.peer(), 1, 0,
            new LoadResult(result.completed(), 3, 4, result.tookNs(), result.latencies(), "why"), 1, 1));
        assertTrue(ResultTable.lines(rows()).get(4).contains("| 7 "), ResultTable.lines(rows()).get(4));
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
            + "1.500,0.500", lines.get(1).replace("100.1", "100.0"));
    }

    @Test
    void shouldTellFiguresInWords() {
        assertEquals("20,000 op/s, p50 100 us, p99 100 us, 10.00 CPU s/100k",
            Fixtures.measurement(Fixtures.POINT, "fleet", 1, 20_000, 100).figures());
        assertEquals("0 op/s, p50 0 us, p99 0 us", Fixtures.measurement(Fixtures.POINT, "fleet", 1, 0, 1).figures());
    }

    @Test
    void shouldDrawWellFormedPictures() throws Exception {
        measurements.add(Fixtures.measurement(Point.closed(Workload.PUT, 1024, 1), "fleet", 1, 7, 1_000_000));
        measurements.add(Fixtures.measurement(Fixtures.POINT, "<a & b>", 1, 1, 5));
        final ClusterOptions base = Fixtures.options(null);
        final ClusterOptions options = new ClusterOptions(List.of("fleet", "other", "<a & b>"), base.workloads(),
            base.values(), base.outstanding(), base.rates(), base.shares(), base.run());
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
        assertTrue(ResultTable.lines(rows()).get(4).contains("| - "), ResultTable.lines(rows()).toString());
    }
}
