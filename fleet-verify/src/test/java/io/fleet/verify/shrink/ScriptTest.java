package io.fleet.verify.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.sim.Accident;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {
    private static final String SHORT = """
        fleet-script 1
        # Two nodes that do little.
        seed 17
        nodes 4
        survivors 0 2 3
        set disks 2
        set persistence ORDERED
        set orderedLog 327680/262144/5/0
        clients 6 embedded 3
        span 900000000
        fault KILL at 200000000 for 1000000 target 1
        fault ONE_WAY_PARTITION at 300000000 for 1000000 target 1 other 2
        fault SLOW_DISK at 400000000 for 1000000 target 0 strength 2.5
        operations given
        operation 4 at 350000000 ballast 12: add 3 7
        operation 0 at 360000000 ballast 0: compare_and_set 3 7 -9
        accidents given
        accident LOSS 0 to 1 number 57
        accident REFUSAL 2 number 1
        accident DELAY 0 to 1 number 58 value 1000
        """;

    @Test
    void shouldReadWhatItSays() {
        final RunPlan plan = Script.read(SHORT);
        assertEquals(17, plan.seed());
        assertEquals(4, plan.config().nodes());
        assertEquals(2, plan.config().disks());
        assertEquals(5, plan.config().orderedLog().flushBytes());
        assertEquals(SeedConfig.plain().scatteredLog(), plan.config().scatteredLog());
        assertEquals(FaultPlan.of(List.of(new Fault(FaultKind.KILL, 200_000_000, 1_000_000, 1, Fault.NONE, 0),
            new Fault(FaultKind.ONE_WAY_PARTITION, 300_000_000, 1_000_000, 1, 2, 0),
            new Fault(FaultKind.SLOW_DISK, 400_000_000, 1_000_000, 0, Fault.NONE, 2.5)), 0b1101), plan.faults());
        assertEquals(6, plan.workload().clients());
        assertEquals(3, plan.workload().embedded());
        assertEquals(900_000_000, plan.workload().spanNs());
        assertEquals(List.of(new PlannedOperation(4, 350_000_000, 12, "add 3 7"),
            new PlannedOperation(0, 360_000_000, 0, "compare_and_set 3 7 -9")), plan.workload().operations());
        assertEquals(List.of(new Accident(Accident.Kind.LOSS, 0, 1, 57, 0),
            new Accident(Accident.Kind.REFUSAL, 2, Accident.NOBODY, 1, 0),
            new Accident(Accident.Kind.DELAY, 0, 1, 58, 1000)), plan.accidents());
    }

    @Test
    void shouldWriteWhatItReads() {
        assertEquals(SHORT, Script.write(Script.read(SHORT), List.of("Two nodes that do little.")));
    }

    @Test
    void shouldKeepWhatACodedGroupServes() {
        for (long seed = 1; seed <= 20; seed++) {
            final RunPlan plan = RunPlan.draw(seed, Set.of(Feature.CODED));
            final RunPlan again = Script.read(Script.write(plan, List.of()));
            assertEquals(plan.workload().handles(), again.workload().handles());
            assertEquals(plan.workload().keptPercent(), again.workload().keptPercent());
            assertEquals(plan.config().flushing(), again.config().flushing());
            assertEquals(plan.workload().stalePercent(), again.workload().stalePercent());
        }
    }

    @Test
    void shouldKeepEveryDrawnPlan() {
        for (long seed = 1; seed <= 200; seed++) {
            final String text = Script.write(RunPlan.draw(seed), List.of());
            final RunPlan read = Script.read(text);
            assertEquals(RunPlan.draw(seed).faults(), read.faults());
            assertEquals(RunPlan.draw(seed).workload(), read.workload());
            assertEquals(text, Script.write(read, List.of()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "fleet-script 1 | fleet-script 2 | line 1: the version is 2, but must be 1",
        "fleet-script 1 | fleet 1 | line 1: 'fleet' stands where 'fleet-script' is expected",
        "nodes 4 | nodes 32 | line 4: nodes is 32, but must be from 1 to 31",
        "nodes 4 | nodes 4 5 | line 4: '5' is too much",
        "nodes 4 | nodes | line 4: the line ends where nodes is expected",
        "nodes 4 | knots 4 | line 4: 'knots' is no element of a script",
        "survivors 0 2 3 | survivors | line 5: no node survives",
        "set disks | set discs | line 6: 'discs' is no setting",
        "set persistence ORDERED | set disks 2 | line 7: 'disks' is set a second time",
        "embedded 3 | embedded 7 | line 9: embedded is 7, but must be from 0 to 6",
        "fault KILL | fault THEFT | line 11: 'THEFT' is none of",
        "target 1 other | target 4 other | line 20: target of ONE_WAY_PARTITION",
        "ballast 12: | ballast 12 | line 15: a colon is missing after ballast",
        "add 3 7 | add 3 | line 15: 'add 3' is no operation",
        "operation 4 | operation 6 | line 20: client of an operation is 6, but must be from 0 to 5",
        "operations given | operations drawn 500 concurrency 8 big 0 | line 20: operations or accidents are given and",
        "accidents given | accidents guessed | line 17: 'guessed' must be 'given' or 'drawn'",
        "number 57 | number x | line 18: number is x, but must be from 0",
        "span 900000000 | # | line 20: the script ends without a line 'span'",
        "seed 17 | clients 6 embedded 3 | line 9: 'clients' is said a second time"})
    void shouldNameLineAndProblem(final String right, final String wrong, final String message) {
        assertTrue(SHORT.contains(right));
        final String thrown =
            assertThrows(ScriptException.class, () -> Script.read(SHORT.replace(right, wrong))).getMessage();
        assertTrue(thrown.startsWith(message), thrown);
    }

    @Test
    void shouldRefuseAnEmptyScript() {
        assertTrue(assertThrows(ScriptException.class, () -> Script.read("# nothing\n")).getMessage()
            .contains("the script is empty"));
    }
}
