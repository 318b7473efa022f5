package io.fleet;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.delete;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.number;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.config.WriteQuorum;
import io.fleet.error.ConfigException;
import io.fleet.error.SnapshotFormatException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.machine.SnapshotReader;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.StorageException;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FleetClusterTest {
    private static final GroupConfig CONFIG = patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20));

    @TempDir
    Path directory;

    @Test
    void shouldCountEachCommandOnceAndKeepItAcrossRestartOfAllNodes() throws Exception {
        final long total = 2_000;
        try (FleetCluster cluster = launch()) {
            final FleetClient client = cluster.client();
            final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
            for (int i = 0; i < total; i++) {
                pending.add(client.submit(number(1)));
            }
            for (final CompletableFuture<byte[]> future : pending) {
                get(future);
            }
            assertEquals(total, value(cluster.client(1).query(new byte[0])));
        }
        try (FleetCluster cluster = launch()) {
            assertEquals(total, value(cluster.client(2).query(new byte[0])));
            cluster.stop(0);
            assertEquals(total + 5, value(cluster.client().submit(number(5))));
            cluster.restart(0);
            assertEquals(total + 5, value(cluster.client(0).query(new byte[0])));
        }
    }

    @Test
    void shouldRefuseNodesThatItDoesNotHave() {
        try (FleetCluster cluster = FleetCluster.builder().nodes(1).machine(AddingMachine::new).launch()) {
            assertEquals("node is 1, but must be from 0 to 0",
                assertThrows(ConfigException.class, () -> cluster.client(1)).getMessage());
            assertThrows(ConfigException.class, () -> cluster.stop(-1));
            assertThrows(ConfigException.class, () -> cluster.restart(1));
        }
    }

    @Test
    void shouldRestoreStateAndSessionsFromSnapshots() throws Exception {
        final long lsn;
        try (FleetCluster cluster = launch(10)) {
            final FleetClient client = cluster.client(0);
            for (int i = 0; i < 50; i++) {
                assertEquals(i + 1, value(client.submit(number(1))));
            }
            await(() -> cluster.node(1).status(0).applied() == cluster.node(0).status(0).applied());
            lsn = cluster.node(1).status(0).applied();
            cluster.stop(1);
            cluster.restart(1);
            assertEquals(1, cluster.node(1).core().counters().snapshotsRestored.get());
            assertTrue(cluster.node(1).status(0).applied() >= lsn);
            assertTrue(cluster.node(1).core().group(0).counters().commands.get() < 50, "it has replayed the log");
            assertEquals(57, value(client.submit(number(7))));
            await(() -> cluster.node(1).status(0).applied() == cluster.node(0).status(0).applied()
                && cluster.node(1).status(0).sessions() == cluster.node(0).status(0).sessions());
        }
        try (FleetCluster cluster = launch(10)) {
            for (int i = 0; i < 3; i++) {
                assertEquals(0, cluster.node(i).core().counters().snapshotsFailed.get());
                assertEquals(57, value(cluster.client(i).query(new byte[0])));
            }
        }
    }

    @Test
    void shouldWriteNoSnapshotBelowTheBound() throws Exception {
        try (FleetCluster cluster = launch(1_000)) {
            assertEquals(1, value(cluster.client().submit(number(1))));
        }
        try (FleetCluster cluster = launch(1_000)) {
            assertEquals(0, cluster.node(0).core().counters().snapshotsRestored.get());
            assertEquals(1, value(cluster.client().query(new byte[0])));
        }
    }

    @Test
    void shouldServeAgainWithAQuorumOfCopies() throws Exception {
        final int entries = 60;
        final GroupConfig thrifty = CONFIG.withCopies(WriteQuorum.QUORUM);
        try (FleetCluster cluster = launch(0, thrifty)) {
            for (int i = 0; i < entries; i++) {
                assertEquals(i + 1, value(cluster.client().submit(number(1))));
            }
            await(() -> cluster.node(1).status(0).applied() == cluster.node(0).status(0).applied()
                && cluster.node(2).status(0).applied() == cluster.node(0).status(0).applied());
        }
        try (FleetCluster cluster = launch(0, thrifty)) {
            for (int i = 0; i < 3; i++) {
                assertEquals(entries, value(cluster.client(i).query(new byte[0])));
            }
            await(() -> cluster.node(1).status(0).applied() == cluster.node(0).status(0).applied()
                && cluster.node(2).status(0).applied() == cluster.node(0).status(0).applied());
            for (int i = 0; i < 3; i++) {
                assertTrue(cluster.node(i).core().group(0).counters().bodiesFetched.get() > 0, "node " + i
                    + " held them all");
            }
            cluster.stop(0);
            assertEquals(entries + 5, value(cluster.client().submit(number(5))));
            cluster.restart(0);
            assertEquals(entries + 5, value(cluster.client(0).query(new byte[0])));
        }
    }

    @Test
    void shouldTakeANodeBackWhoseDirectoryIsGone() throws Exception { // S15, FL-28
        final int entries = 400;
        final GroupConfig small = CONFIG.withWindowEntries(16);
        try (FleetCluster cluster = launch(10, small)) {
            final FleetClient client = cluster.client(1);
            for (int i = 0; i < entries; i++) {
                assertEquals(i + 1, value(client.submit(number(1))));
            }
            cluster.restart(1);
            cluster.restart(2);
            cluster.stop(0);
            delete(directory.resolve("node-0"));
            cluster.restart(0);
            assertTrue(cluster.awaitVoters(60_000));
            assertEquals(1, cluster.node(0).core().group(0).counters().snapshotsInstalled.get());
            assertTrue(cluster.node(0).core().group(0).counters().snapshotBytesReceived.get() > 0);
            assertTrue(cluster.node(0).core().group(0).counters().catchUpEntries.get() < entries, "by entries alone");
            assertEquals(entries + 1, value(cluster.client(0).submit(number(1))));
            cluster.stop(1);
            assertEquals(entries + 2, value(cluster.client(0).submit(number(1))), "it counts in quorums");
            cluster.stop(0);
            cluster.restart(0);
            assertEquals(entries + 3, value(cluster.client(0).submit(number(1))), "it starts from what it was sent");
        }
    }

    @Test
    void shouldTellThatANodeDoesNotVote() throws Exception {
        try (FleetCluster cluster = launch(10, CONFIG)) {
            assertTrue(cluster.awaitVoters(60_000));
            assertEquals(1, value(cluster.client(1).submit(number(1))));
            for (int node = 0; node < 3; node++) {
                cluster.stop(node);
            }
            assertTrue(cluster.awaitVoters(0), "no node runs");
            delete(directory.resolve("node-0"));
            cluster.restart(0);
            assertFalse(cluster.awaitVoters(0), "nobody is there to repair it");
            assertThrows(ConfigException.class, () -> cluster.awaitVoters(-1));
        }
    }

    @Test
    void shouldWriteSnapshotsAndTrimWhileItServes() throws Exception {
        final SnapshotConfig snapshots = SnapshotConfig.defaults().withRunning(40, 0, 0).withTrim(TrimPolicy.ALL, 10);
        try (FleetCluster cluster = FleetCluster.builder().directory(directory).snapshots(snapshots)
            .scatteredLog(SCATTERED).orderedLog(ORDERED)
            .config(CONFIG).machine(AddingMachine::new).launch()) {
            final List<FleetClient> clients = List.of(cluster.client(0), cluster.client(1), cluster.client(2));
            for (int i = 1; i <= 200; i++) {
                assertEquals(i, value(clients.get(i % 3).submit(number(1))));
            }
            for (int node = 0; node < 3; node++) {
                final long applied = cluster.node(node).status(0).applied();
                assertTrue(get(cluster.node(node).requestSnapshot(0)) >= applied);
                assertTrue(cluster.node(node).core().counters().snapshotsWritten.get() > 0);
            }
            await(() -> cluster.node(0).core().group(0).counters().trimmedLsn.get() > 100
                && cluster.node(1).core().group(0).counters().trimmedLsn.get() > 100);
            cluster.stop(1);
            assertEquals(205, value(cluster.client(0).submit(number(5))));
            cluster.restart(1);
            assertEquals(205, value(cluster.client(1).query(new byte[0])));
        }
    }

    @Test
    void shouldLoseNothingWhenNoNodeCanReadItsSnapshot() throws Exception { // S6, S15
        final AtomicBoolean newer = new AtomicBoolean();
        final SnapshotConfig snapshots = SnapshotConfig.defaults().withTrim(TrimPolicy.QUORUM, 1);
        final int length = 264 << 10;
        try (FleetCluster cluster = FleetCluster.builder().directory(directory).snapshots(snapshots)
            .scatteredLog(new ScatteredLogConfig(length, 256 << 10))
            .orderedLog(new OrderedLogConfig(length, 256 << 10, 1, 1)).machine(() -> new Changing(newer))
            .config(GroupConfig.scattered().withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10)).launch()) {
            for (int i = 1; i <= 100; i++) {
                assertEquals(i, value(cluster.client(0).submit(number(1))));
            }
            for (int node = 0; node < 3; node++) {
                get(cluster.node(node).requestSnapshot(0));
            }
            for (int node = 0; node < 3; node++) {
                final Path logs = directory.resolve("node-" + node);
                await(() -> isGone(logs, "ordered-00000001") && isGone(logs, "scattered-00000001"));
            }
            assertEquals(107, value(cluster.client(0).submit(number(7))));
            for (int node = 0; node < 3; node++) {
                cluster.stop(node);
            }
            newer.set(true);
            for (int node = 0; node < 3; node++) {
                final int each = node;
                final StorageException refused = assertThrows(StorageException.class, () -> cluster.restart(each));
                assertEquals(StorageException.class, refused.getClass(), refused.toString());
                assertTrue(refused.getMessage().contains("another version"), refused.getMessage());
            }
            newer.set(false);
            for (int node = 0; node < 3; node++) {
                cluster.restart(node);
            }
            assertEquals(107, value(cluster.client(1).query(new byte[0])), "it was acknowledged");
        }
    }

    private static boolean isGone(final Path directory, final String prefix) {
        return Arrays.stream(directory.toFile().list()).noneMatch(file -> file.startsWith(prefix));
    }

    private FleetCluster launch() {
        return launch(1_000);
    }

    private FleetCluster launch(final int snapshotEntries) {
        return launch(snapshotEntries, CONFIG);
    }

    private FleetCluster launch(final int snapshotEntries, final GroupConfig config) {
        return FleetCluster.builder().directory(directory).snapshotEntries(snapshotEntries)
            .scatteredLog(SCATTERED).orderedLog(ORDERED)
            .config(config).machine(AddingMachine::new).launch();
    }

    /** Adds up what it is given; may read another format than it writes. */
    private static final class Changing extends AddingMachine {
        private final AtomicBoolean newer;

        private Changing(final AtomicBoolean newer) {
            this.newer = newer;
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            if (newer.get()) {
                throw new SnapshotFormatException("this is a snapshot of another version");
            }
            super.readSnapshot(in);
        }
    }
}
