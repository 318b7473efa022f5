package io.fleet.testkit.run.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.fault.Fate;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.SeedRun;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RopeService;
import io.fleet.testkit.workload.Service;
import java.lang.reflect.Proxy;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Coded groups on whole nodes, in virtual time, with sessions, clients, faults and what clients saw. */
@Tag("slow")
class CodedRunsTest {
    private static final int CALM_RUNS = 8;
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

    /**
     * A member is down for good, and another one's disk is full when it writes a snapshot (56); much is gathered and
     * kept (117); the first member to vote is killed before the others do (20050, 30001).
     */
    @ParameterizedTest
    @ValueSource(longs = {56, 117, 20050, 30001})
    @Tag("hazard-U-room-again")
    @Tag("hazard-U-coded-memory")
    @Tag("hazard-U-first-vote")
    void shouldPassWhatFailedOnce(final long seed) { // S13
        assertEquals(List.of(), Simulation.run(coded(seed), new SimTrace()).violations());
    }

    /**
     * With several slots in flight and several proxies, hardly more slots hold nothing than with one: of some 400 there
     * are up to four in a run, and none in most.
     */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 8", "5, 1", "5, 8", "10, 8"})
    void shouldForfeitFewSlotsWhereAllIsWell(final int clients, final int concurrency) {
        long entries = 0;
        long forfeited = 0;
        for (int seed = 1; seed <= CALM_RUNS; seed++) {
            final RunPlan calm = new RunPlan(seed, SeedConfig.plain().withCode(3, 2),
                FaultPlan.of(List.of(), 0b11111, Fate.DEAD), new Workload(clients, clients, 400, 2_000_000_000L, null,
                    concurrency, 0), null);
            final SeedRun<RegisterInput, Long> run = new SeedRun<>(calm, new SimTrace(), new RopeService());
            assertEquals(List.of(), run.run().violations());
            entries += run.mostCounted("coded.entry.slots");
            forfeited += run.mostCounted("coded.null.slots");
            assertEquals(0, run.mostCounted("coded.repeated.slots"));
        }
        assertTrue(forfeited <= 2 * CALM_RUNS, forfeited + " slots were forfeited, and " + entries + " hold entries");
    }

    @Test
    void shouldNoticeAByteOfAPayloadThatIsNotWhatWasWritten() {
        long seed = 1;
        while (!Feature.of(coded(seed)).contains(Feature.HANDLES)) {
            seed++;
        }
        final SeedResult result = new SeedRun<>(coded(seed), new SimTrace(), spoilt(new RopeService())).run();
        assertTrue(result.violations().stream().anyMatch(what -> what.contains("is not what was written")),
            result.violations()::toString);
    }

    @Test
    void shouldDrawWhatMachineAndWhichReads() {
        final Set<Feature> met = EnumSet.noneOf(Feature.class);
        final Set<Feature> missed = EnumSet.noneOf(Feature.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            final Set<Feature> features = Feature.of(coded(seed));
            met.addAll(features);
            missed.addAll(EnumSet.complementOf(EnumSet.copyOf(features)));
        }
        final Set<Feature> wanted = EnumSet.of(Feature.HANDLES, Feature.STALE_READS, Feature.QUORUM_READS);
        assertTrue(met.containsAll(wanted) && missed.containsAll(wanted), met + " and not " + missed);
    }

    private static RunPlan coded(final long seed) {
        return RunPlan.draw(seed, Set.of(Feature.CODED));
    }

    /** One payload of a hundred has another first byte than its number says. */
    @SuppressWarnings("unchecked")
    private static Service<RegisterInput, Long> spoilt(final RopeService service) {
        final int[] payloads = new int[1];
        return (Service<RegisterInput, Long>) Proxy.newProxyInstance(CodedRunsTest.class.getClassLoader(),
            new Class<?>[] {Service.class}, (proxy, method, arguments) -> {
                final Object result = method.invoke(service, arguments);
                if (result instanceof UnsafeBuffer payload && method.getName().equals("payload")
                    && payload.capacity() > 0 && payloads[0]++ % 100 == 0) {
                    payload.putByte(0, (byte) (payload.getByte(0) ^ 1));
                }
                return result;
            });
    }
}
