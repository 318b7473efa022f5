package io.fleet.examples.counter;

import io.fleet.testkit.FleetSimulation;
import org.junit.jupiter.api.Test;

class CounterSimulationTest {
    @Test
    void shouldCountUnderFaults() {
        FleetSimulation.of(CounterTest.Counter::new).nodes(3).seeds(20)
            .commands(random -> new byte[] {(byte) random.nextInt(100), 0, 0, 0})
            .run();
    }
}
