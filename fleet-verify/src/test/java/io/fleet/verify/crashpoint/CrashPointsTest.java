package io.fleet.verify.crashpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.verify.crashpoint.machine.DiskStep;
import io.fleet.verify.crashpoint.machine.PointFilter;
import io.fleet.verify.crashpoint.machine.WorkloadResult;
import io.fleet.verify.crashpoint.workload.MetaWorkload;
import io.fleet.verify.crashpoint.workload.SnapshotWorkload;
import io.fleet.verify.crashpoint.workload.StorageWorkload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The slice of all crash points that each build runs. */
@Tag("slow")
class CrashPointsTest {
    private static final Set<CrashLevel> ALL = Set.of(CrashLevel.values());
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    static Stream<String> storageWorkloads() {
        return CrashPoints.storageWorkloads().stream().map(StorageWorkload::name);
    }

    @ParameterizedTest
    @MethodSource("storageWorkloads")
    void shouldRecoverFromACrashAtAnyOperation(final String name) {
        final StorageWorkload workload = CrashPoints.storageWorkloads().stream()
            .filter(each -> each.name().equals(name)).findFirst().orElseThrow();
        final WorkloadResult result = new StorageExplorer(workload, false, PointFilter.all()).explore();
        assertEquals(List.of(), result.failures());
        assertTrue(result.runs() > 40, "points run: " + result.runs());
        for (final DiskStep.Kind kind : List.of(DiskStep.Kind.CREATE, DiskStep.Kind.WRITE, DiskStep.Kind.SYNC,
            DiskStep.Kind.RENAME)) {
            assertTrue(result.points().containsKey(kind + " before") && result.points().containsKey(kind + " after"),
                "kinds: " + result.points().keySet());
        }
    }

    @Test
    void shouldRecoverFromASecondCrashInAnyRecovery() {
        for (final StorageWorkload workload : List.of(new MetaWorkload(), new SnapshotWorkload())) {
            final WorkloadResult result = new StorageExplorer(workload, true, PointFilter.all()).explore();
            assertEquals(List.of(), result.failures());
            assertTrue(result.secondRuns() > 50, "second points run: " + result.secondRuns());
        }
    }

    @Test
    void shouldKeepThePromiseOfTheDiskAtAnySystemCall() {
        final WorkloadResult result = new RealDiskExplorer(PointFilter.all()).explore();
        assertEquals(List.of(), result.failures());
        assertTrue(result.runs() > 200, "points run: " + result.runs());
    }

    @Test
    void shouldRunOnePointOfAClusterAndOneOfItsRecovery(@TempDir final Path directory) throws Exception {
        final Path report = directory.resolve("report");
        assertTrue(CrashPoints.run(ALL, "cluster-all.60", 1, report, out), this::text);
        assertTrue(Files.readString(report).contains("all points passed"), this::text);
        assertTrue(run("node.40/after.0/3/before.0"), this::text);
        assertTrue(run("node-inline.40/after.0/3/before.0"), this::text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"transfer-2.60", "transfer-2.140", "transfer-all.90"})
    void shouldRecoverFromACrashWhileASnapshotOfAnotherNodeIsTakenOver(final String point) throws Exception {
        assertTrue(run(point), this::text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"meta-missing-2.5", "meta-missing-2.12", "meta-damaged-2.1", "meta-damaged-2.7"})
    void shouldNeverTrustANodeWithoutItsMetaStoreWhateverOfTheStartWasDone(final String point) throws Exception { // S15
        assertTrue(run(point), this::text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cluster-0.40/before.0", "scattered.15/after.5/4/before.0", "scattered-2-inline.17"})
    void shouldRunThePointsThatTheDocumentsName(final String point) throws Exception {
        assertTrue(run(point), this::text);
        final Path document = Path.of("../docs/testing.md");
        assertTrue(Files.readString(document).contains("./fleet crashpoints --only " + point + " "), point);
    }

    @Test
    void shouldReadTheNamesOfAllWorkloads() {
        storageWorkloads().forEach(name -> {
            assertTrue(PointFilter.of(name).workload(name), name);
            assertTrue(PointFilter.of(name + ".17/after.0").names(17), name);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "nix > --only is 'nix', but must name one of real-disk, scattered, scattered-2, ",
        "meta.999 > --only is 'meta.999', but meta has operations 1 to ",
        "meta.1/after.99 > --only is 'meta.1/after.99', but operation 1 of meta has before.0, ",
        "meta.5/after.0/99 > --only is 'meta.5/after.0/99', but the recovery from meta.5/after.0 has no operation 99",
        "meta.5/after.0/1/before.99 > --only is 'meta.5/after.0/1/before.99', but operation 1 of the recovery from "
            + "meta.5/after.0 has before.0",
    })
    void shouldSayWhichPointsThereAre(final String point, final String message) {
        final String said = assertThrows(IllegalArgumentException.class, () -> run(point)).getMessage();
        assertTrue(said.startsWith(message), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"meta.0", "nothing.5", "meta.17/after.99", "meta.1/later.0"})
    void shouldRefusePointsThatAreNone(final String point) {
        assertThrows(IllegalArgumentException.class, () -> run(point));
    }

    private boolean run(final String point) throws Exception {
        return CrashPoints.run(ALL, point, 2, null, out);
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
