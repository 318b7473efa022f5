package io.fleet.verify.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TestRunTest {
    private static final TestRun.NamedTest NAMED =
        new TestRun.NamedTest("fleet-core", "io.fleet.RuleTest", "shouldBeKeptByEveryone");

    private static Verdict judge(final String cases) throws IOException {
        final String report = "<testsuite name=\"io.fleet.RuleTest\">" + cases + "</testsuite>";
        return TestRun.judge(NAMED, new ByteArrayInputStream(report.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldKillWhereTheTestFails() throws Exception {
        final Verdict verdict = judge("<testcase name=\"shouldBeFalse\"/><testcase name=\"shouldBeKeptByEveryone\">"
            + "<failure message=\"expected: &lt;1&gt;\">at</failure></testcase>");
        assertEquals(Verdict.killedByTest("RuleTest.shouldBeKeptByEveryone", "expected: <1>"), verdict);
        assertEquals("RuleTest.shouldBeKeptByEveryone", verdict.invariant());
    }

    @Test
    void shouldKillWhereTheTestThrows() throws Exception {
        assertEquals(Verdict.Kind.KILLED,
            judge("<testcase name=\"shouldBeKeptByEveryone()\"><error message=\"null\"/></testcase>").kind());
    }

    @Test
    void shouldLetLiveWhatTheTestPasses() throws Exception {
        assertEquals(Verdict.Kind.SURVIVED, judge("<testcase name=\"shouldBeKeptByEveryone\"/>").kind());
    }

    @Test
    void shouldNotCallItAKillWhenAnotherTestFails() throws Exception {
        assertEquals(Verdict.broken("RuleTest.shouldBeKeptByEveryone did not run: its class did, without it"),
            judge("<testcase name=\"shouldBeFalse\"><failure message=\"no\"/></testcase>"));
    }

    @Test
    void shouldRefuseWhatIsNoReport() {
        assertEquals("the report of RuleTest.shouldBeKeptByEveryone cannot be read",
            assertThrows(IOException.class, () -> judge("<testcase>")).getMessage());
    }
}
