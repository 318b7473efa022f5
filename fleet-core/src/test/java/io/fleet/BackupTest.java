package io.fleet;

import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.number;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.node.status.NodeEvent;
import io.fleet.storage.VoterState;
import io.fleet.storage.inspect.StorageInspection;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/runbook.md says of backups: which copies of stopped nodes a cluster can be made of again. */
@Tag("slow")
class BackupTest {
    private static final int COMMANDS = 600;

    @TempDir
    Path original;
    @TempDir
    Path restored;

    @Test
    void shouldRestoreAClusterFromTheCopiesOfAMajority() throws Exception { // S15
        fill();
        copy(1);
        copy(2);
        try (FleetCluster cluster = launch(restored)) {
            await(() -> cluster.node(0).status(0).standing() == VoterState.VOTER);
            assertEquals(COMMANDS + 5, value(cluster.client(0).submit(number(5))));
            cluster.stop(2);
            assertEquals(COMMANDS + 11, value(cluster.client(0).submit(number(6))), "node 0 counts again");
            assertEquals(COMMANDS + 11, value(cluster.client(1).query(new byte[0])));
        }
    }

    @Test
    void shouldNotGoOnFromTheCopyOfOneMember() throws Exception { // S15
        fill();
        copy(1);
        try (FleetCluster cluster = launch(restored)) {
            await(() -> IntStream.of(0, 2).allMatch(node -> cluster.node(node).events().stream()
                .anyMatch(event -> event.kind() == NodeEvent.Kind.WAITING
                    && event.reason().startsWith("2 of 3 members have lost their state"))));
            assertEquals(VoterState.NEW, cluster.node(0).status(0).standing());
            assertTrue(IntStream.range(0, 3).noneMatch(node -> cluster.node(node).events().stream()
                .anyMatch(event -> event.kind() == NodeEvent.Kind.LEADER)), "nobody leads");
        }
    }

    /** A cluster that has worked, whose logs were trimmed behind snapshots, and that was stopped in good order. */
    private void fill() throws Exception {
        try (FleetCluster cluster = launch(original)) {
            final List<FleetClient> clients = List.of(cluster.client(0), cluster.client(1), cluster.client(2));
            for (int i = 1; i <= COMMANDS; i++) {
                assertEquals(i, value(clients.get(i % 3).submit(number(1))));
            }
            await(() -> IntStream.range(0, 3).anyMatch(node -> cluster.node(node).core().group(0)
                .counters().forgottenLsn
                .get() > 0));
        }
    }

    private void copy(final int node) throws IOException {
        final Path from = original.resolve("node-" + node);
        final Path to = Files.createDirectory(restored.resolve("node-" + node));
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        assertTrue(StorageInspection.verify(List.of(to)).isSound(), "the copy");
    }

    private static FleetCluster launch(final Path directory) {
        return FleetCluster.builder().directory(directory)
            .snapshots(SnapshotConfig.defaults().withRunning(40, 0, 0).withTrim(TrimPolicy.QUORUM, 10))
            .scatteredLog(new ScatteredLogConfig(1 << 20, 256 << 10))
            .orderedLog(new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 5_000_000))
            .config(GroupConfig.scattered().withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10))
            .machine(AddingMachine::new).launch();
    }
}
