package io.fleet.testkit.run.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.config.Mode;
import io.fleet.testkit.fault.Fate;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.check.LiveBounds;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimTrace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes with settings of their own, and others after each start. */
class OwnSettingsTest {
    private static final long MS = 1_000_000;
    private static final long SPAN_NS = 1_500 * MS;
    private static final int NODES = 3;
    private static final int LIVES = 100;

    @Test
    void shouldDrawWhatIsLocalAndNothingElse() {
        final SeedConfig plain = SeedConfig.plain().withSnapshotEntries(5);
        final GroupConfig shared = plain.config().withLeases(LeaseConfig.of(200));
        final NodeSettings settings = NodeSettings.mixed(NODES, OwnSettings.of(plain), Mode.SCATTERED,
            new RandomStreams(1));
        final Set<Integer> windows = new HashSet<>();
        final Set<Object> others = new HashSet<>();
        long longestHeartbeat = 0;
        long shortestTimeout = Long.MAX_VALUE;
        for (int life = 1; life <= LIVES; life++) {
            for (int node = 0; node < NODES; node++) {
                settings.begin(node, life);
                final GroupConfig own = settings.of(node, shared).check();
                assertSame(own, settings.of(node, shared));
                assertEquals(agreed(shared), agreed(own));
                assertEquals(shared.maxCommandBytes(), own.maxCommandBytes());
                windows.add(own.windowEntries());
                others.add(List.of(own.persistence(), own.copies(), own.dissemination(), own.leases()));
                longestHeartbeat = Math.max(longestHeartbeat, own.heartbeatMillis());
                shortestTimeout = Math.min(shortestTimeout, own.electionTimeoutMillis());
            }
        }
        assertTrue(windows.contains(16) && windows.contains(2048), windows.toString());
        assertTrue(others.size() > 8, others.toString());
        assertTrue(longestHeartbeat <= shortestTimeout / 2, longestHeartbeat + " and " + shortestTimeout);
    }

    private static List<Long> agreed(final GroupConfig config) {
        return List.of((long) config.clientWindow(), (long) config.maxSessions(), config.sessionTimeoutMillis(),
            (long) config.sessionBytes(), (long) config.maxReplyBytes());
    }

    @Test
    void shouldJudgeEachNodeByItsOwn() {
        final SeedConfig plain = SeedConfig.plain();
        final NodeSettings settings = NodeSettings.mixed(NODES, OwnSettings.of(plain), Mode.SCATTERED,
            new RandomStreams(2));
        final LiveBounds bounds = new LiveBounds(plain, settings, false);
        final long before = bounds.boundNs(1);
        boolean changes = false;
        for (int life = 1; life <= LIVES; life++) {
            settings.begin(life % NODES, life);
            long slowestMs = 0;
            for (int node = 0; node < NODES; node++) {
                slowestMs = Math.max(slowestMs, settings.of(node, plain.config()).electionTimeoutMillis());
            }
            assertTrue(bounds.boundNs(1) >= 20 * slowestMs * MS);
            changes |= bounds.boundNs(1) != before;
        }
        assertTrue(changes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    @Tag("hazard-U-own-settings")
    void shouldGoOnWhenNodesDifferAndComeBackWithOtherSettings(final int seed) {
        final List<Fault> restarts = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            restarts.add(new Fault(i % 2 == 0 ? FaultKind.STOP : FaultKind.POWER_LOSS, (1 + i) * SPAN_NS / 10,
                SPAN_NS / 20, i % NODES, Fault.NONE, 0));
        }
        final RunPlan plan = RunPlan.draw(seed).withWorkload(new Workload(6, 400, SPAN_NS))
            .withFaults(FaultPlan.of(restarts, 1 + (1 << seed % 2 + 1), Fate.DEAD))
            .withConfig(SeedConfig.plain().withSnapshotEntries(seed % 2 * 5).withOwnSettings(true));
        final SeedResult result = Simulation.run(plan, new SimTrace());
        assertEquals(List.of(), result.violations());
        assertTrue(result.acknowledged() > 150, () -> result.acknowledged() + " of " + result.commands());
    }

    @Test
    void shouldDrawItInSomeSeedsAndChangeNothingElseOfThem() {
        int drawn = 0;
        for (int seed = 1; seed <= 200; seed++) {
            final RunPlan plan = RunPlan.draw(seed);
            drawn += plan.config().ownSettings() ? 1 : 0;
            assertEquals(plan.config().ownSettings(), Feature.of(plan).contains(Feature.OWN_SETTINGS));
        }
        assertTrue(drawn > 8 && drawn < 40, drawn + " of 200");
        assertFalse(SeedConfig.plain().ownSettings());
    }
}
