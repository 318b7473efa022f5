package io.fleet.testkit.run.cluster;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.SeedRun;
import io.fleet.testkit.run.ThreeNodes;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.testkit.workload.RegisterService;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TableBytesTest {
    private static final int MIB = 1 << 20;

    @Test
    void shouldKnowClassesAndFieldsThatAreThere() throws ClassNotFoundException {
        for (final String name : TableBytes.classes()) {
            final Class<?> type = Class.forName(name);
            for (final String field : TableBytes.fieldsOf(name)) {
                assertDoesNotThrow(() -> type.getDeclaredField(field), name);
            }
        }
    }

    @Test
    @Tag("hazard-U-bytes")
    void shouldFindMemoryThatNoCounterCounts() {
        final ThreeNodes cluster = new ThreeNodes(SeedConfig.plain().config().withPendingBytes(2 * MIB),
            (node, incarnation) -> new RegisterMachine());
        cluster.runFor(500);
        final SimNode node = cluster.nodes.get(0);
        node.weighAll();
        assertEquals(List.of(), cluster.violations());
        reusable(node).add(new byte[4 * MIB]);
        node.weighAll();
        assertEquals(1, cluster.violations().size());
        final String first = cluster.violations().get(0);
        assertTrue(first.startsWith("a table exceeds its bound: node 0: bodies' memory for reuse take 41"), first);
    }

    @Test
    void shouldWeighWhatIsLong() {
        final RunPlan plan = RunPlan.draw(1).withConfig(SeedConfig.plain())
            .withFaults(FaultPlan.of(List.of(), 7))
            .withWorkload(new Workload(4, 2, 200, 1_000_000_000, null, 16, 50));
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), new RegisterService());
        assertEquals(List.of(), run.run().violations());
        assertTrue(run.mostRetained() > MIB, run.mostRetained() + " bytes");
    }

    @SuppressWarnings("unchecked")
    private static ArrayDeque<byte[]> reusable(final SimNode node) {
        final List<Object> pools = new ArrayList<>();
        RetainedBytes.of(node.core(), type -> true, object -> {
            if (object.getClass().getName().endsWith(".BodyPool")) {
                pools.add(object);
            }
        });
        return ((List<ArrayDeque<byte[]>>) RetainedBytes.fieldOf(pools.get(0), "free")).get(0);
    }
}
