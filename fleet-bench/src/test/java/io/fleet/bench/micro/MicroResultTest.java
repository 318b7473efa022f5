package io.fleet.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.harness.TextTable;
import java.util.List;
import org.junit.jupiter.api.Test;

class MicroResultTest {
    private static final double MANY = 1e7;
    private static final HotPath HOT = HotPaths.of(WireBenchmark.class.getName() + ".encode");
    private static final HotPath NOW_AND_THEN = HotPaths.of(LogAppendBenchmark.class.getName() + ".appendAndFlush");

    @Test
    void shouldRefuseAnObjectForEachOperation() {
        assertTrue(result(16, MANY, HOT).isRefused(), "16 bytes are an object");
        assertTrue(result(0.02, MANY, HOT).isRefused(), "so is each part of one that is seen");
        assertTrue(result(16, MANY, NOW_AND_THEN).isRefused(), "16 bytes are an object for each operation");
        assertEquals("ALLOCATES", result(16, MANY, HOT).cells().get(5));
    }

    @Test
    void shouldNotTakeTheHarnessForTheBenchmark() {
        assertFalse(result(0.009, MANY, HOT).isRefused(), "it is 0 with two places");
        assertFalse(result(10, 1_000, HOT).isRefused(), "10 kB in an iteration are JMH's");
        assertEquals(List.of("0", "yes"), result(10, 1_000, HOT).cells().subList(4, 6));
    }

    @Test
    void shouldAllowWhatIsMadeNowAndThen() {
        assertFalse(result(NOW_AND_THEN.most() - 0.1, MANY, NOW_AND_THEN).isRefused(), "the mark allows it");
        assertTrue(NOW_AND_THEN.most() < 16, "an object for each operation must not be allowed");
    }

    @Test
    void shouldRefuseNothingElse() {
        assertFalse(result(1_000, MANY, null).isRefused(), "it is not marked");
        assertEquals(List.of("1,000", ""), result(1_000, MANY, null).cells().subList(4, 6));
    }

    @Test
    void shouldFindMarks() {
        assertNotNull(HOT);
        assertNull(HotPaths.of(SimulatorBenchmark.class.getName() + ".seed"));
    }

    @Test
    void shouldLineUpColumns() {
        final List<String> lines = TextTable.lines(JmhCommand.HEAD, List.of(result(0, MANY, HOT).cells()));
        assertEquals(3, lines.size());
        assertEquals(1, lines.stream().map(String::length).distinct().count(), lines.toString());
    }

    private static MicroResult result(final double bytes, final double perMeasure, final HotPath hotPath) {
        return new MicroResult("SomeBenchmark.some", "length=1", 12.3, 0.1, bytes, perMeasure, hotPath);
    }
}
