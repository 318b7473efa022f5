package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The gate of every change: the first seeds of the swarm, on all cores. {@code -Dfleet.gate.seeds=N} runs fewer, or
 * more. They run in parts, so that each has time enough on a machine that is ten times slower.
 */
@Tag("slow")
class CommitGateTest {
    private static final int SEEDS = 600;
    private static final int PART = 50;

    @ParameterizedTest
    @MethodSource("parts")
    void shouldPassTheSeedsOfTheGate(final int first) throws InterruptedException {
        final int seeds = Math.min(PART, seeds() + 1 - first);
        final Simulation simulation = new Simulation(first, seeds, Runtime.getRuntime().availableProcessors(),
            Set.of(), System.out);
        assertEquals(List.of(), simulation.run().stream()
            .map(failed -> "seed " + failed.seed() + ": " + failed.violations().get(0)).toList());
    }

    static IntStream parts() {
        return IntStream.iterate(1, first -> first <= seeds(), first -> first + PART);
    }

    private static int seeds() {
        return Integer.getInteger("fleet.gate.seeds", SEEDS);
    }
}
