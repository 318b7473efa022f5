package io.fleet.testkit.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SwarmTest {
    private static final int SEEDS = 4_000;

    @Test
    void shouldDrawEachFeatureWithAndWithoutEachKindOfFault() {
        final Map<Feature, Map<FaultKind, Integer>> pairs = new EnumMap<>(Feature.class);
        final Map<Feature, Integer> seedsWith = new EnumMap<>(Feature.class);
        final Set<FaultKind> drawn = EnumSet.noneOf(FaultKind.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            final RunPlan plan = RunPlan.draw(seed);
            final Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
            plan.faults().faults().forEach(fault -> kinds.add(fault.kind()));
            drawn.addAll(kinds);
            for (final Feature feature : Feature.of(plan)) {
                seedsWith.merge(feature, 1, Integer::sum);
                final Map<FaultKind, Integer> row =
                    pairs.computeIfAbsent(feature, key -> new EnumMap<>(FaultKind.class));
                kinds.forEach(kind -> row.merge(kind, 1, Integer::sum));
            }
        }
        assertTrue(drawn.remove(FaultKind.CLIENTS_CUT_OFF), "drawn by itself");
        assertTrue(drawn.remove(FaultKind.MEMBER_CHANGE), "what every run with MEMBERSHIP has, and no other");
        assertTrue(drawn.remove(FaultKind.SUSPEND), "only where answers depend on clocks");
        for (final Feature feature : Feature.drawn()) {
            final int with = seedsWith.getOrDefault(feature, 0);
            assertTrue(with >= SEEDS / 100 && with <= SEEDS * 95 / 100, feature + " in " + with);
            for (final FaultKind kind : drawn) {
                final int both = pairs.get(feature).getOrDefault(kind, 0);
                assertEquals(feature.admits(kind), both > 0, feature + " and " + kind + " in " + both);
                assertTrue(both < with, feature + " and " + kind + " in all " + with);
            }
        }
    }

    @Test
    void shouldMakeEachSeedARunOfACodedGroupWhereThatIsAskedFor() {
        final Set<Integer> sizes = new HashSet<>();
        for (long seed = 1; seed <= 200; seed++) {
            final RunPlan plan = RunPlan.draw(seed, EnumSet.of(Feature.CODED));
            assertTrue(Feature.of(plan).contains(Feature.CODED));
            final int nodes = plan.config().config().check().code().members();
            sizes.add(nodes);
            assertEquals(nodes, plan.config().nodes());
            assertTrue(Integer.bitCount(plan.faults().survivors()) >= nodes - plan.config().config().code().m() / 2);
            for (final Fault fault : plan.faults().faults()) {
                assertTrue(fault.target() < nodes && Feature.CODED.admits(fault.kind()), fault::toString);
            }
        }
        assertEquals(Set.of(3, 4, 5, 6, 7), sizes);
        assertEquals(RunPlan.draw(7).toString(), RunPlan.draw(7, Set.of()).toString());
    }

    @Test
    void shouldDrawWhatFitsTogether() {
        final Set<Integer> faults = new HashSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            final RunPlan plan = RunPlan.draw(seed);
            final Workload workload = plan.workload();
            plan.config().config().check();
            assertTrue(workload.commands() >= 250 && workload.commands() <= 1_500, workload::toString);
            assertTrue(workload.spanNs() >= 1_500_000_000L && workload.spanNs() <= 80_000_000_000L, workload::toString);
            faults.add(plan.faults().faults().size());
            for (final Fault fault : plan.faults().faults()) {
                assertTrue(fault.endNs() <= workload.spanNs(), fault::toString);
                assertTrue(fault.target() < plan.config().nodes(), fault::toString);
                assertTrue(fault.kind().leastNodes() <= plan.config().nodes(), fault::toString);
            }
        }
        assertTrue(faults.contains(0) && faults.contains(1) && faults.size() > 40, faults::toString);
    }

    @Test
    void shouldHaveHalfAThousandCommandsOnAverage() {
        long commands = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            commands += RunPlan.draw(seed).workload().commands();
        }
        assertTrue(commands / SEEDS > 450 && commands / SEEDS < 650, "mean " + commands / SEEDS);
    }

    @Test
    void shouldTellFeaturesOfAChangedPlan() {
        final RunPlan plan = RunPlan.draw(1).withConfig(SeedConfig.plain());
        assertFalse(Feature.of(plan).contains(Feature.SNAPSHOTS));
        assertTrue(Feature.of(plan.withConfig(SeedConfig.plain().withSnapshotEntries(3))).contains(Feature.SNAPSHOTS));
        assertTrue(Feature.of(plan.withWorkload(new Workload(1, 1, 9, 1_000_000, null))).containsAll(
            Set.of(Feature.ONE_CLIENT, Feature.EMBEDDED_CLIENTS, Feature.THREE_NODES)));
    }
}
