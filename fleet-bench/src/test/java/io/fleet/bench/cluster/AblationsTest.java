package io.fleet.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.cluster.plan.Block;
import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.cluster.plan.Turn;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.fleet.FleetPeer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class AblationsTest {
    private static final List<String> LAUNCHER = List.of("enter", "somewhere");
    private static final Ablation TWO = new Ablation("two", "which", "the other is twice as fast",
        List.of(Ablation.Variant.of("one, plain", "a=1"), Ablation.Variant.of("<other>", "a=2", "b=3")),
        List.of(Point.closed(Workload.PUT, 64, 16), Point.closed(Workload.PUT, 512, 16)));

    private static List<Measurement> measurements() {
        final List<Measurement> all = new ArrayList<>();
        final long[] other = {20_000, 30_000, 25_000};
        for (int round = 1; round <= 3; round++) {
            all.add(Fixtures.measurement(TWO.points().get(0), "two/one, plain", round, 10_000, 200));
            all.add(Fixtures.measurement(TWO.points().get(0), "two/<other>", round, other[round - 1], 100));
            all.add(Fixtures.measurement(TWO.points().get(0), "second/one, plain", round, 1, 1));
        }
        return all;
    }

    @Test
    void shouldOnlyHaveSettingsThatFleetKnows() {
        for (final Ablation ablation : Ablations.all(50)) {
            for (final Ablation.Variant variant : ablation.variants()) {
                final PeerConfig config = new PeerConfig("fleet", 3, IntStream.range(0, 40).boxed().toList(), true,
                    Path.of("a"), Path.of("b"), 10, 64, variant.settings());
                final String settings = new FleetPeer().settings(config).get(0);
                variant.settings().forEach((name, value) -> assertTrue(settings.contains(name + "=" + value),
                    () -> variant + ": " + settings));
            }
        }
    }

    @Test
    void shouldHaveNamesOfTheirOwn() {
        final List<String> names = new ArrayList<>();
        Ablations.all(1).forEach(each -> each.variants().forEach(variant -> names.add(each.contender(variant))));
        assertEquals(names.size(), names.stream().distinct().count(), names.toString());
        names.forEach(name -> assertFalse(name.contains(","), () -> "'" + name + "' would be two fields of CSV"));
        for (final Ablation each : Ablations.all(1)) {
            assertTrue(each.variants().size() >= 2, each + " compares nothing");
            assertEquals(each.variants().size(), each.variants().stream().map(Ablation.Variant::settings).distinct()
                .count(), each.name());
            final List<Point> gets = each.points().stream().filter(point -> point.workload() != Workload.PUT).toList();
            assertTrue(gets.isEmpty() || each.points().stream().map(Point::valueBytes).distinct().count() == 1,
                each.name() + " reads values of another load");
        }
    }

    @Test
    void shouldTakeTurnsWithinARoundAndGoThroughAllBeforeTheNext() {
        final List<String> order = new ArrayList<>();
        for (final Block block : Ablation.blocks(List.of(TWO, Ablations.all(1).get(0)), 2, LAUNCHER)) {
            block.turns().forEach(turn -> order.add(turn.round() + " " + turn.peer()));
        }
        assertEquals(List.of("1 two/one, plain", "1 two/<other>", "1 dissemination/leader",
            "1 dissemination/batcher over mdc", "1 dissemination/batcher over multicast", "2 two/one, plain"),
            order.subList(0, 6));
        assertEquals(10, order.size());
    }

    @Test
    void shouldRunAllSidesInThePrivateNetworkWhenOneNeedsIt() {
        final List<Block> blocks = Ablation.blocks(List.of(TWO, Ablations.all(1).get(0)), 1, LAUNCHER);
        blocks.get(0).turns().forEach(turn -> assertEquals(List.of(), turn.contender().launcher()));
        blocks.get(1).turns().forEach(turn -> assertEquals(LAUNCHER, turn.contender().launcher()));
        final Ablation without = Ablations.all(1).get(0).only(variant -> !variant.isMulticast());
        assertFalse(without.needsMulticast(), "a side was not left out");
        assertEquals(2, without.variants().size());
    }

    @Test
    void shouldMeasureAllLoadsOfASideOnOneCluster() {
        final Turn turn = Ablation.blocks(List.of(TWO), 1, List.of()).get(0).turns().get(0);
        assertEquals(TWO.points(), turn.points());
        assertEquals(512, turn.valueBytes(), "the longest one");
        assertEquals(Map.of("a", "1", "snapshots", "off"), turn.contender().settings());
        assertEquals("fleet", turn.contender().peer());
    }

    @Test
    void shouldSayWhatIsSkipped() {
        final Block block = Ablation.blocks(List.of(TWO), 1, List.of()).get(0);
        assertEquals("round 1, two", block.name());
        assertEquals(List.of("two put 64 B, 16 in flight, round 1", "two put 512 B, 16 in flight, round 1"),
            block.points());
    }

    @Test
    void shouldTellRatiosToTheFirstSideBelowTheClaim() {
        final List<String> lines = new AblationTables(List.of(TWO), List.of()).tables(measurements()).stream()
            .map(line -> line.replaceAll(" +", " ")).toList();
        assertEquals("### two: which (snapshots and trimming are off)", lines.get(0));
        assertEquals("Claimed: the other is twice as fast.", lines.get(2));
        assertTrue(lines.get(4).contains("op/s, 'one, plain' is 1"), lines.get(4));
        assertTrue(lines.get(6).startsWith("| put 64 B, 16 in flight | one, plain | 10,000 (10,000-10,000)"),
            lines.get(6));
        assertTrue(lines.get(6).contains("| x 1.00 (1.00-1.00) "), lines.get(6));
        assertTrue(lines.get(7).contains("| <other> | 25,000 (20,000-30,000)"), lines.get(7));
        assertTrue(lines.get(7).contains("| x 2.50 (2.00-3.00) | x 0.50 (0.50-0.50) |"), lines.get(7));
        assertEquals("Settings: one, plain: a=1; <other>: a=2 b=3.", lines.get(9));
        assertEquals(11, lines.size(), "a row of another ablation is there: " + lines);
    }

    @Test
    void shouldLeaveOutWhatWasNotMeasured() {
        assertEquals(List.of(), new AblationTables(Ablations.all(1), List.of()).tables(measurements()));
        assertEquals(Map.of(), new AblationTables(Ablations.all(1), List.of()).plots(measurements()));
        final List<String> legend = new AblationTables(List.of(TWO), List.of("Not measured: it.")).legend(Map.of());
        assertEquals("Not measured: it.", legend.get(legend.size() - 1));
    }

    @Test
    void shouldDrawABarForEachSideAndLoad() throws Exception {
        final List<Measurement> all = measurements();
        all.add(Fixtures.measurement(TWO.points().get(1), "two/<other>", 1, 0, 1));
        final Map<String, String> plots = new AblationTables(List.of(TWO), List.of()).plots(all);
        assertEquals(List.of("ablation-two.svg"), List.copyOf(plots.keySet()));
        final String picture = plots.get("ablation-two.svg");
        final Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new ByteArrayInputStream(picture.getBytes(StandardCharsets.UTF_8)));
        assertEquals(3, document.getElementsByTagName("title").getLength(), "bars");
        assertFalse(picture.contains("NaN") || picture.contains("Infinity"), picture);
        assertTrue(picture.contains(">40k<") && !picture.contains(">50k<"), "the axis ends above 30,000: " + picture);
    }
}
