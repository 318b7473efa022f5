package io.fleet.ec.node;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.filled;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.error.ConfigException;
import io.fleet.storage.Finding;
import io.fleet.storage.LogPosition;
import io.fleet.storage.inspect.InspectionReport;
import io.fleet.storage.inspect.LogEntry;
import io.fleet.storage.inspect.RecordFilter;
import io.fleet.storage.inspect.StorageInspection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coded group on whole nodes, with sessions, clients and an ordinary state machine. */
@Tag("slow")
class HostedClusterTest {
    private static final int NODES = 5;
    private static final GroupConfig CODED = patient(small(GroupConfig.coded(3, 2)));

    @TempDir
    Path directory;

    @Test
    void shouldExecuteEachCommandOnceWhicheverNodeItIsGivenTo() throws Exception { // C8, C10, D5
        try (FleetCluster cluster = launch(CODED)) {
            final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                pending.add(cluster.client(i % NODES).submit(filled(i % 7 == 0 ? 0 : i, 0)));
            }
            for (final CompletableFuture<byte[]> future : pending) {
                get(future);
            }
            final long[] state = state(cluster.client(0));
            assertEquals(500, state[0]);
            for (int node = 1; node < NODES; node++) {
                assertEquals(Arrays.toString(state), Arrays.toString(state(cluster.client(node))), "node " + node);
                assertEquals(Role.PROXY, cluster.node(node).status(0).role());
            }
        }
    }

    @Test
    void shouldGoOnWithoutOneNodeAndTakeItBack() throws Exception { // C7
        try (FleetCluster cluster = launch(CODED)) {
            assertEquals(1, value(cluster.client(1).submit(filled(2_000, 0))));
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(4);
            for (int i = 2; i <= 40; i++) {
                assertEquals(i, value(cluster.client(i % 4).submit(filled(i * 1_000, 0))));
            }
            cluster.restart(4);
            assertEquals(41, value(cluster.client(4).submit(filled(100_000, 0))));
            assertEquals(Arrays.toString(state(cluster.client(0))), Arrays.toString(state(cluster.client(4))));
        }
    }

    @Test
    void shouldKeepAllAcrossARestartOfAllNodes() throws Exception { // C6, R4
        final long[] before;
        try (FleetCluster cluster = launch(CODED)) {
            for (int i = 1; i <= 60; i++) {
                assertEquals(i, value(cluster.client(i % NODES).submit(filled(i * 100, 0))));
            }
            before = state(cluster.client(0));
        }
        try (FleetCluster cluster = launch(CODED)) {
            for (int node = 0; node < NODES; node++) {
                assertEquals(Arrays.toString(before), Arrays.toString(state(cluster.client(node))), "node " + node);
            }
            assertEquals(61, value(cluster.client(3).submit(filled(10, 0))));
        }
    }

    @Test
    void shouldBeInspectedWithAllItsLogs() throws Exception {
        try (FleetCluster cluster = launch(CODED)) {
            for (int i = 1; i <= 20; i++) {
                assertEquals(i, value(cluster.client(i % NODES).submit(filled(i * 100, 0))));
            }
        }
        final Path node = directory.resolve("node-1");
        final InspectionReport sound = StorageInspection.verify(List.of(node));
        assertTrue(sound.isSound(), sound.findings().toString());
        assertTrue(sound.logs().stream().anyMatch(log -> log.log().equals("steps") && log.records() > 0
            && log.closed()), sound.logs().toString());
        final List<LogEntry> steps = new ArrayList<>();
        StorageInspection.dump(List.of(node), new RecordFilter("steps", 0, 1, Long.MAX_VALUE, 100), steps::add);
        assertTrue(steps.stream().allMatch(step -> step.log().equals("steps") && step.ballot() > 0), steps.toString());
        assertFalse(steps.isEmpty());

        final Path file = node.resolve("steps-00000001.log");
        final byte[] content = Files.readAllBytes(file);
        content[(int) LogPosition.offset(steps.get(0).position()) + 20] ^= 1;
        Files.write(file, content);
        final InspectionReport damaged = StorageInspection.verify(List.of(node));
        assertTrue(damaged.findings().stream().anyMatch(found -> found.severity() == Finding.Severity.DAMAGE
            && found.toString().contains("steps-00000001.log")), damaged.findings().toString());
        Files.delete(file);
        assertTrue(StorageInspection.verify(List.of(node)).findings().toString().contains("the steps log is missing"));
    }

    @Test
    void shouldStandBesideAScatteredGroup() throws Exception {
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(TallyMachine::new)
            .config(small(GroupConfig.scattered())).group(1, small(GroupConfig.coded(1, 2)), TallyMachine::new)
            .directory(directory).scatteredLog(SCATTERED)
            .orderedLog(ORDERED).launch()) {
            assertEquals(1, value(cluster.client().submit(filled(10, 0))));
            try (FleetClient client = cluster.node(0).client(1)) {
                assertEquals(1, value(client.submit(filled(10, 0))));
            }
        }
    }

    @Test
    void shouldRefuseAnotherNumberOfMembers() {
        final String message = assertThrows(ConfigException.class, () -> FleetCluster.builder().nodes(3)
            .machine(TallyMachine::new).config(CODED).directory(directory).launch()).getMessage();
        assertTrue(message.contains("group 0 is coded(3, 2), so it must have 5 members"), message);
    }

    private FleetCluster launch(final GroupConfig config) {
        return FleetCluster.builder().nodes(NODES).machine(TallyMachine::new).config(config).directory(directory)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).launch();
    }

    private static GroupConfig small(final GroupConfig config) {
        return config.withMaxCommandBytes(1 << 20);
    }

    private static long[] state(final FleetClient client) throws Exception {
        final ByteBuffer reply = ByteBuffer.wrap(get(client.query(new byte[0]))).order(ByteOrder.LITTLE_ENDIAN);
        return new long[] {reply.getLong(), reply.getLong()};
    }
}
