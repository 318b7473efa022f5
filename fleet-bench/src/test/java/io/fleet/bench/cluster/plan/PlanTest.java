package io.fleet.bench.cluster.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.cluster.Fixtures;
import io.fleet.bench.load.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void shouldMeasureEachPointWithThePeersInTurn() {
        final ClusterOptions options = Fixtures.options(null);
        final List<Block> blocks = Plan.blocks(options);
        for (final int value : options.values()) {
            for (final Point point : options.points(value)) {
                final List<String> order = new ArrayList<>();
                for (final Block block : blocks) {
                    for (final Turn turn : block.turns()) {
                        if (turn.points().contains(point)) {
                            order.add(turn.peer() + turn.round());
                        }
                    }
                }
                assertEquals(List.of("fleet1", "other1", "fleet2", "other2", "fleet3", "other3"), order,
                    point.toString());
            }
        }
    }

    @Test
    void shouldSeeAllLengthsBeforeTheNextRound() {
        final List<String> order = new ArrayList<>();
        for (final Block block : Plan.blocks(Fixtures.options(null))) {
            order.add(block.turns().get(0).round() + ":" + block.turns().get(0).valueBytes());
        }
        assertEquals(List.of("1:64", "1:1024", "2:64", "2:1024", "3:64", "3:1024"), order);
    }

    @Test
    void shouldMeasureAllLoadsOfALengthOnOneCluster() {
        final Turn turn = Plan.blocks(Fixtures.options(null)).get(0).turns().get(0);
        assertEquals(List.of("1 in flight", "16 in flight"), turn.points().stream().map(Point::load).toList());
    }

    @Test
    void shouldAllowOnlyWhatFitsIntoTheTime() {
        final ClusterOptions options = Fixtures.options(Duration.ofSeconds(60));
        final Block block = Plan.blocks(options).get(0);
        final Budget budget = new Budget(options.run(), 0);
        assertTrue(budget.allows(block, 0), "nothing was done yet, and two turns of about 15 s fit into 60 s");
        assertFalse(budget.allows(block, 55 * SECOND_NS), "nothing fits into the last 5 s");
        budget.took(block.turns().get(0), 50 * SECOND_NS);
        assertFalse(budget.allows(block, 0), "the first peer's last turn took 50 s, the second needs about 15 s");
        budget.took(block.turns().get(0), 2 * SECOND_NS);
        budget.took(block.turns().get(1), 2 * SECOND_NS);
        assertTrue(budget.allows(block, 55 * SECOND_NS), "two turns took 2 s each");
    }

    @Test
    void shouldCountHowLongClustersSettle() {
        final Block block = Plan.blocks(Fixtures.options(null)).get(0);
        final Duration bound = Duration.ofSeconds(60);
        assertTrue(new Budget(Fixtures.run(bound, Duration.ofSeconds(10)), 0).allows(block, 0),
            "two turns of about 25 s fit into 60 s");
        assertFalse(new Budget(Fixtures.run(bound, Duration.ofSeconds(20)), 0).allows(block, 0),
            "two turns of about 35 s do not fit into 60 s");
    }

    private static String settling(final Point... points) {
        return new Turn(Contender.plain("fleet"), 1, List.of(points)).settling().toString();
    }

    @Test
    void shouldSettleUnderTheLargestLoadWithinBounds() {
        assertEquals("get 64 B, 16 in flight", settling(Point.closed(Workload.GET, 64, 1),
            Point.closed(Workload.GET, 64, 16), Point.closed(Workload.PUT, 64, 4)));
        assertEquals("put 32767 B, 256 in flight", settling(Point.closed(Workload.PUT, 32_767, 4_096)));
        assertEquals("put 32768 B, 16 in flight", settling(Point.closed(Workload.PUT, 32_768, 17)));
        assertEquals("put 32768 B, 4 in flight", settling(Point.closed(Workload.PUT, 32_768, 4)));
        assertEquals("mix 64 B, 256 in flight", settling(Point.ofPeak(Workload.MIX, 64, 0.7)));
        assertEquals("put 64 B, 256 in flight", settling(Point.open(Workload.PUT, 64, 100)));
        assertEquals("put 65536 B, 16 in flight", settling(Point.open(Workload.PUT, 65_536, 100)));
    }

    @Test
    void shouldAllowEverythingWithoutABound() {
        final ClusterOptions options = Fixtures.options(null);
        assertTrue(new Budget(options.run(), 0).allows(Plan.blocks(options).get(0), Long.MAX_VALUE / 2),
            "there is no bound");
    }

    @Test
    void shouldTakeFewerKeysWhereValuesAreLong() {
        assertEquals(10_000, ClusterOptions.keys(64));
        assertEquals(1_024, ClusterOptions.keys(65_536));
    }
}
