package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.sim.SimTrace;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Coded groups on whole nodes, in virtual time, with sessions, clients, faults and what clients saw. */
class HostedCodeTest {
    private static final int SEEDS = 25;

    @Test
    void shouldBeLinearizableUnderFaults() { // C6, C8, C10, S9
        long acknowledged = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            final SeedResult result = Simulation.run(RunPlan.draw(seed, Set.of(Feature.CODED)), new SimTrace());
            assertEquals(List.of(), result.violations(), "seed " + seed);
            acknowledged += result.acknowledged();
        }
        assertTrue(acknowledged > SEEDS * 100, acknowledged + " commands acknowledged");
    }
}
