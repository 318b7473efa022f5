package io.fleet.bench.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, a small state, some seconds each. */
@Tag("full")
class LifecycleSmokeTest {
    private final LifecycleFixture fixture = new LifecycleFixture();
    @TempDir
    private Path directory;

    private String common() {
        return " --state 1m --value 1k --rate 200 --settle 0 --margin 1 --dir " + directory + " --csv "
            + directory.resolve("all.csv");
    }

    private void assertMeasured(final String... wanted) throws IOException {
        final String out = fixture.out.toString();
        for (final String each : wanted) {
            assertTrue(out.contains(each), "no '" + each + "' in " + out);
        }
        assertTrue(out.contains(" 0 failed, 0 without an answer"), out);
        assertFalse(Files.exists(directory.resolve("data")), "data was left");
        final List<String> lines = Files.readAllLines(directory.resolve("all.csv"));
        assertTrue(lines.stream().skip(1).mapToLong(line -> Long.parseLong(line.split(",")[3])).sum() > 100,
            () -> "too few were answered: " + lines);
    }

    @Test
    void shouldCompareIntervalsWithAndWithoutSnapshots() throws IOException {
        assertEquals(0, fixture.run(new SnapshotsCommand(fixture.classPath()),
            "--every 1 --interval 2 --minutes 0.02" + common()), fixture::all);
        assertMeasured("| 1: off", "| 2: on", "| all on", "p99 with snapshots for each 1 without", "node 2: logs least",
            "; kept");
        final List<String> server = Files.readAllLines(directory.resolve("server-1.log"));
        assertTrue(server.stream().filter(line -> line.contains("wrote a snapshot at")).count() >= 2,
            server.toString());
    }

    @Test
    void shouldTellHowANodeWithoutItsDirectoryRejoins() throws IOException {
        assertEquals(0, fixture.run(new RejoinCommand(fixture.classPath()), "--victim leader --seconds 1" + common()),
            fixture::all);
        assertMeasured("| it rejoins", "nobody did anything for it", "MiB of a snapshot");
        assertTrue(fixture.err.toString().contains("the leader, was killed"), fixture.err.toString());
    }

    @Test
    void shouldReplaceEveryFounder() throws IOException {
        assertEquals(0, fixture.run(new MembersCommand(fixture.classPath()), "--rest 0.2" + common()), fixture::all);
        assertMeasured("| add 3", "| 0,1,2,3,4 ", "| remove 0", "| remove 1", "| replace 2 by 5 | 3,4,5 ",
            "5 changes, after which no founder is left");
        for (int node = 0; node < 3; node++) {
            final String gone = "node " + node + " group 0: does not belong to the group any more";
            assertTrue(Files.readString(directory.resolve("server-" + node + ".log")).contains(gone), gone);
        }
    }

    @Test
    void shouldRestartEveryNode() throws IOException {
        assertEquals(0, fixture.run(new RollingCommand(fixture.classPath()), "--rest 0.2" + common()), fixture::all);
        assertMeasured("| 0    |", "| 1    |", "| 2    |", "the slowest command of each of 3 restarts");
        for (int node = 0; node < 3; node++) {
            final String stopped = "node " + node + " has stopped";
            assertEquals(1, Files.readAllLines(directory.resolve("server-" + node + ".log")).stream()
                .filter(line -> line.contains(stopped)).count(), stopped);
        }
    }
}
