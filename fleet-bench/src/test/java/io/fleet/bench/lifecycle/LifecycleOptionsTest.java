package io.fleet.bench.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.verify.options.ToolChecks;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LifecycleOptionsTest {
    @CommandLine.Command
    private static final class Given {
        @CommandLine.Mixin
        private LifecycleOptions options;
        @CommandLine.Mixin
        private ToolChecks checks;
    }

    private static LifecycleOptions options(final String line) {
        final Given given = new Given();
        new CommandLine(given).parseArgs(line.isEmpty() ? new String[0] : line.split(" "));
        given.options.check(given.checks);
        return given.options;
    }

    @Test
    void shouldTakeDefaults() {
        final LifecycleOptions options = options("");
        assertEquals(64 << 20, options.stateBytes);
        assertEquals(16_384, options.keys());
        assertEquals(1_000, options.rate());
        assertEquals(Map.of("store", "heap", "snapshots", "asked", "trim", "quorum", "margin", "1024"),
            options.settings());
        assertEquals("-Xms672m -Xmx672m", options.heap());
        assertTrue(options.load().contains("1,000 puts of 4096 bytes a second"), options.load());
    }

    @Test
    void shouldGiveRoomForTwoStatesWhereTheyAre() {
        final LifecycleOptions options = options("--state 1g --store offheap --trim all --in-flight 16 --value 1k");
        assertEquals(1 << 20, options.keys());
        assertEquals(0, options.rate());
        assertEquals(16, options.inFlight());
        assertEquals("67108864", options("--write-rate 64m").settings().get("write-rate"));
        assertEquals("-Xms512m -Xmx512m -XX:MaxDirectMemorySize=3072m", options.heap());
        assertEquals("all", options.settings().get("trim"));
        assertTrue(options.load().contains("16 puts of 1024 bytes in flight"), options.load());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "rolling --state 1 > --state is '1', but must be from 1048576 to 68719476736 bytes, such as 64m or 1g",
        "rolling --state 1t > --state is '1t', but must be from",
        "rolling --state 64g --value 16 > --value is 16, but must be at least 257 with a --state of 68719476736",
        "rolling --value 0 > --value is '0', but must be from 1 to 524288",
        "rolling --store disk > --store is 'disk', but must be heap or offheap",
        "rolling --trim off > --trim is 'off', but must be all or quorum",
        "rolling --rate 5 --in-flight 6 > --rate is 5.0, and --in-flight is 6, but a loop is open or closed",
        "rolling --rate 0 > --rate is 0, but must be from 1 to 1000000",
        "rolling --in-flight 0 > --in-flight is 0, but must be from 1 to 4096",
        "rolling --nodes 2 > --nodes is 2, but must be 3 or 5",
        "rolling --write-rate -1 > --write-rate is '-1', but must be from 0 to 10737418240 bytes",
        "rolling --margin 0 > --margin is 0, but must be from 1 to 2147483647",
        "rolling --settle -1 > --settle is -1, but must be from 0 to 3600",
        "rolling --rounds 0 > --rounds is 0, but must be from 1 to 10000",
        "rolling --rest -1 > --rest is -1, but must be from 0 to 3600",
        "members --rest 3601 > --rest is 3601, but must be from 0 to 3600",
        "rejoin --victim both > --victim is 'both', but must be follower or leader",
        "rejoin --seconds 0 > --seconds is 0, but must be from 1 to 36000",
        "rejoin --down -1 > --down is -1, but must be from 0 to 36000",
        "snapshots --every 0 > --every is 0, but must be from 1 to 3600",
        "snapshots --interval 1 > --interval is 1, but must be from 2 to 36000",
        "snapshots --minutes 0 > --minutes is 0, but must be from 0.01 to 100000",
    })
    void shouldRefuseWhatIsWrongAndStartNothing(final String line, final String message) {
        final LifecycleFixture fixture = new LifecycleFixture();
        final String[] words = line.strip().split(" ", 2);
        final Callable<Integer> command = switch (words[0]) {
            case "rolling" -> new RollingCommand("none");
            case "members" -> new MembersCommand("none");
            case "rejoin" -> new RejoinCommand("none");
            default -> new SnapshotsCommand("none");
        };
        assertEquals(2, fixture.run(command, words[1]), fixture::all);
        assertTrue(fixture.err.toString().contains(message.strip()), fixture.err.toString());
    }

    @Test
    void shouldSayWhoCannotWriteASnapshot() throws Exception {
        final NodeState good = new NodeState(true, true, true, 9, 9, 0, 0, 5, 0, 0, 0, 0, 0);
        final NodeState bad = new NodeState(true, true, true, 9, 9, 0, 0, 5, 1, 0, 0, 0, 0);
        assertTrue(Scene.haveSnapshots(new long[] {5}, new NodeState[] {good}), "it has");
        assertEquals(false, Scene.haveSnapshots(new long[] {5, 6}, new NodeState[] {good, good}));
        assertEquals("node 1 could not write a snapshot: see its log",
            assertThrows(BenchmarkFailure.class,
                () -> Scene.haveSnapshots(new long[] {5, 5}, new NodeState[] {good, bad})).getMessage());
        assertEquals(List.of(), options("").jvmFlags());
    }
}
