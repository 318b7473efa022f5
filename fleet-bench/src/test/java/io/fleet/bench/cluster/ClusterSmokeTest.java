package io.fleet.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of the smallest peer, and of Fleet in one, for a moment. */
@Tag("slow")
class ClusterSmokeTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    private Path directory;

    private int run(final String... more) {
        return runPeer("unreplicated", "0", more);
    }

    private int runPeer(final String peer, final String settle, final String... more) {
        final List<String> all = new ArrayList<>(List.of("cluster", "--peer", peer, "--settle", settle, "--warm-up",
            "0", "--rounds", "1"));
        all.addAll(List.of(more));
        for (final String[] each : new String[][] {{"--seconds", "0.2"}, {"--longest", "0"}}) {
            if (!all.contains(each[0])) {
                all.addAll(List.of(each));
            }
        }
        return BenchMain.commands(new BuiltPeers(directory.resolve("none"), System.getProperty("java.class.path")),
            new PrintWriter(out), new PrintWriter(err)).execute(all.toArray(String[]::new));
    }

    @Test
    void shouldMeasureAndWriteTableCsvAndPlots() throws IOException {
        final Path data = directory.resolve("data");
        final Path csv = directory.resolve("all.csv");
        final Path plots = directory.resolve("plots");
        assertEquals(0, run("--workload", "put,mix", "--outstanding", "4", "--dir", data.toString(), "--csv",
            csv.toString(), "--svg", plots.toString(), "--durable", "false"), () -> out + "\n" + err);
        assertTrue(out.toString().contains("| 4 in flight | unreplicated |"), out.toString());
        final List<String> lines = Files.readAllLines(csv);
        assertEquals(3, lines.size());
        for (final String line : lines.subList(1, 3)) {
            final String[] fields = line.split(",");
            assertTrue(Long.parseLong(fields[10]) > 0, "nothing was completed: " + line);
            assertEquals("0", fields[11], "something failed: " + line);
            assertEquals("0", fields[12], "something was lost: " + line);
        }
        assertTrue(Files.size(plots.resolve("put-64.svg")) > 0 && Files.size(plots.resolve("mix-64.svg")) > 0,
            "a plot is empty");
        assertFalse(Files.exists(data.resolve("unreplicated-64-1/data")), "data was left");
    }

    @Test
    void shouldSettleOnceBeforeTheFirstPointAndNotCountIt() throws IOException {
        final Path csv = directory.resolve("all.csv");
        assertEquals(0, runPeer("unreplicated", "0.3", "--workload", "mix,put", "--outstanding", "1,4", "--dir",
            directory.resolve("data").toString(), "--csv", csv.toString(), "--durable", "false"),
            () -> out + "\n" + err);
        final List<String> told = err.toString().lines().filter(line -> line.contains("  unreplicated ")).toList();
        assertEquals(5, told.size(), err.toString());
        assertTrue(told.get(0).matches(".* mix 64 B, 4 in flight, while it settles: .* op/s, .* CPU s/100k"),
            told.get(0));
        assertTrue(told.get(1).matches(".* mix 64 B, 1 in flight: .* op/s, .* CPU s/100k"), told.get(1));
        assertEquals(5, Files.readAllLines(csv).size(), "a head and four points");
        assertTrue(out.toString().contains("each new cluster settles for 0.3 s"), out.toString());
    }

    @Test
    void shouldMeasureNodesAndClientInOneProcess() throws IOException {
        final Path data = directory.resolve("data");
        assertEquals(0, runPeer("fleet", "0", "--embedded", "--workload", "mix", "--outstanding", "4", "--dir",
            data.toString()), () -> out + "\n" + err);
        assertTrue(out.toString().contains("| 4 in flight | fleet |"), out.toString());
        assertTrue(out.toString().contains("3 nodes and the client, all in one JVM (-Xms2g -Xmx2g"), out.toString());
        assertTrue(out.toString().contains("fleet: FleetCluster"), out.toString());
        assertTrue(Files.exists(data.resolve("fleet-64-1/cluster.log")), "the only process has its log");
        assertFalse(Files.exists(data.resolve("fleet-64-1/server-0.log")), "a server was started");
        assertFalse(Files.exists(data.resolve("fleet-64-1/data")), "data was left");
    }

    @Test
    void shouldGoOnUntilEachNodeHasWrittenASnapshotButNotForEver() {
        assertEquals(0, runPeer("fleet", "0", "--embedded", "--outstanding", "4", "--longest", "2", "--variant",
            "no-snapshots", "--dir", directory.resolve("data").toString()), () -> out + "\n" + err);
        final List<String> told = err.toString().lines().filter(line -> line.contains("op/s")).toList();
        assertTrue(told.get(0).matches(".* fleet put 64 B, 4 in flight: .* in 2 s, snapshots 0/0/0, files trimmed "
            + "0/0/0"), err.toString());
        assertTrue(told.get(1).matches(".* fleet/no-snapshots put 64 B, 4 in flight: .* CPU s/100k"), err.toString());
        final List<String> rows = out.toString().lines().map(line -> line.replaceAll(" +", " "))
            .filter(line -> line.startsWith("| 4 in flight")).toList();
        assertEquals(4, rows.size(), out.toString());
        assertTrue(rows.get(2).endsWith("| none | none |"), "it says so plainly: " + rows.get(2));
        assertTrue(rows.get(3).endsWith("| - | - |"), rows.get(3));
        assertTrue(out.toString().contains("put 64 B; fleet/no-snapshots: snapshots and trimming are off"),
            out.toString());
        assertTrue(out.toString().contains("fleet: FleetCluster") && out.toString().contains("snapshots are on, as by "
            + "default"), out.toString());
    }

    @Test
    void shouldBoundWhatANodeWrites() throws IOException {
        final Path csv = directory.resolve("all.csv");
        final int code = run("--outstanding", "16", "--value", "65536", "--seconds", "2", "--disk", "4", "--dir",
            directory.resolve("data").toString(), "--csv", csv.toString());
        Assumptions.assumeFalse(code == 2, err::toString);
        assertEquals(0, code, () -> out + "\n" + err);
        final String[] fields = Files.readAllLines(csv).get(1).split(",");
        assertEquals("4000000", fields[fields.length - 1]);
        assertTrue(Double.parseDouble(fields[13]) * 65_536 < 2 * 4e6, "more was written than the disk allows: "
            + String.join(",", fields));
        assertTrue(out.toString().contains("put 65536 B; each node may write 4.0 MB a second"), out.toString());
    }

    @Test
    void shouldSayWhyAPeerDoesNotStart() {
        assertEquals(1, run("--outstanding", "1", "--jvm-flags", "-XX:NoSuchFlag", "--dir",
            directory.resolve("data").toString()));
        assertTrue(out.toString().contains("PROBLEM: unreplicated, 64 B, round 1: unreplicated server-0 has ended "
            + "before it said 'ready'"), out.toString());
        assertTrue(out.toString().contains("NoSuchFlag"), out.toString());
    }

    @Test
    void shouldSkipWhatDoesNotFitIntoTheTime() {
        assertEquals(0, run("--outstanding", "1", "--minutes", "0.1"));
        assertTrue(out.toString().contains("Skipped, because --minutes were over: put 64 B, 1 in flight, round 1."),
            out.toString());
    }
}
