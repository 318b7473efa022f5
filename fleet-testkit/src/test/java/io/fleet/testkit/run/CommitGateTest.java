package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The gate of every change: the first seeds of the swarm, on all cores. {@code -Dfleet.gate.seeds=N} runs fewer, or
 * more.
 */
@Isolated
class CommitGateTest {
    private static final int SEEDS = 2_000;

    @Test
    void shouldPassTheSeedsOfTheGate() throws InterruptedException {
        final int seeds = Integer.getInteger("fleet.gate.seeds", SEEDS);
        final Simulation simulation = new Simulation(1, seeds, Runtime.getRuntime().availableProcessors(), Set.of(),
            System.out);
        assertEquals(List.of(), simulation.run().stream()
            .map(failed -> "seed " + failed.seed() + ": " + failed.violations().get(0)).toList());
    }
}
