package io.fleet.verify.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.run.SeedResult;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    @Test
    void shouldReadWhatItWrote() {
        final Verdict killed = Verdict.killed(17, "LSN 3\n  has two\tvalues");
        assertEquals(killed, Verdict.parse(killed.line()));
        assertEquals("LSN 3 has two values", killed.reason());
        assertEquals(Verdict.survived(9), Verdict.parse(Verdict.survived(9).line()));
        final Verdict scripted = Verdict.killedByScript("LSN 4 too");
        assertEquals(scripted, Verdict.parse(scripted.line()));
        assertEquals("script", scripted.cost());
        assertEquals("17", killed.cost());
        final Verdict tested = Verdict.killedByTest("SomeTest.shouldBeTrue", "expected: <1> but was: <2>");
        assertEquals(tested, Verdict.parse(tested.line()));
        assertEquals("test", tested.cost());
        assertNull(Verdict.parse("20 seeds passed"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "group 0: LSN 5 has two chosen values: a:1 in ballot 7 and no-op > LSN N has two chosen values",
        "node 2 failed: java.lang.IllegalStateException: agreement is broken: LSN 5 is "
            + "> a node stops: agreement is broken",
        "not live: every pending operation completes within 30000 ms after the faults: node 0 "
            + "> not live: every pending operation completes within N ms after the faults",
    })
    void shouldNameTheInvariantWithoutItsValues(final String violation, final String invariant) {
        assertEquals(invariant, Verdict.killed(1, violation).invariant());
    }

    @Test
    void shouldJudgeSeedsInTheirOrder() {
        final Trial trial = new Trial(10);
        trial.judge(result(3, 5, "late"));
        trial.judge(result(2, 5, "early"));
        assertNull(trial.verdict());
        trial.judge(result(1, 5));
        assertEquals(Verdict.killed(2, "early"), trial.verdict());
    }

    @Test
    void shouldNotKillBeforeACommandWasAcknowledged() {
        final Trial trial = new Trial(100);
        trial.judge(result(1, 0, "does not start"));
        trial.judge(result(2, 0));
        assertNull(trial.verdict());
        trial.judge(result(3, 1, "two values"));
        assertEquals(Verdict.killed(3, "two values"), trial.verdict());
    }

    @Test
    void shouldNotKillByAScriptInWhichNothingWasAcknowledged() {
        final Trial trial = new Trial(100);
        trial.judgeScript(result(1, 0, "does not start"));
        trial.judgeScript(result(2, 5));
        assertNull(trial.verdict());
        trial.judgeScript(result(3, 1, "two values"));
        assertEquals(Verdict.killedByScript("two values"), trial.verdict());
    }

    @Test
    void shouldSurviveTheLastSeed() {
        final Trial trial = new Trial(2);
        trial.judge(result(1, 5));
        trial.judge(result(2, 5));
        assertEquals(Verdict.survived(2), trial.verdict());
    }

    private static SeedResult result(final long seed, final long acknowledged, final String... violations) {
        return new SeedResult(seed, Set.of(), List.of(violations), 0, 0, 0, acknowledged, 0, 0, 0, 0, 0, 0,
            new FaultCounters(), new FaultCounters(), new DamageCounters(), 0, 0);
    }
}
