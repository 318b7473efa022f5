package io.fleet.reads;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.error.CommandTooLargeException;
import io.fleet.error.ReadNotServedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads beside the log on whole nodes, in groups of both modes. */
@Tag("slow")
class ReadClusterTest {
    private static final byte[] NOTHING = {};

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"scattered, 3", "coded, 5", "coded, 3", "scattered, 1"})
    void shouldSeeEachWriteFromEachNodeAtOnce(final String mode, final int nodes) throws Exception { // P1 to P3, Q2
        try (FleetCluster cluster = launch(mode, nodes)) {
            final List<FleetClient> clients = clients(cluster, nodes);
            for (int i = 1; i <= 60; i++) {
                assertEquals(i, value(get(clients.get(i % nodes).submit(new byte[i]))));
                final ReadResult read = read(clients.get((i + 1) % nodes), ReadConsistency.LINEARIZABLE_QUORUM);
                assertEquals(i, value(read.answer()));
                assertEquals(read.lsn(), ByteBuffer.wrap(read.answer()).order(ByteOrder.LITTLE_ENDIAN).getLong(8));
                assertEquals(0, ByteBuffer.wrap(read.answer()).order(ByteOrder.LITTLE_ENDIAN).getLong(16));
                assertEquals(ReadResult.NOT_STALE, read.staleNs());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"scattered, 3", "coded, 5"})
    void shouldShareRoundsAndGoPastTheLog(final String mode, final int nodes) throws Exception { // CM-11
        try (FleetCluster cluster = launch(mode, nodes)) {
            final List<FleetClient> clients = clients(cluster, nodes);
            get(clients.get(0).submit(NOTHING));
            final long before = read(clients.get(0), ReadConsistency.LINEARIZABLE_QUORUM).lsn();
            final List<CompletableFuture<ReadResult>> reads = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                reads.add(clients.get(i % nodes).read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING, NOTHING));
            }
            for (final CompletableFuture<ReadResult> read : reads) {
                final ReadResult result = get(read);
                assertEquals(1, value(result.answer()));
                assertEquals(before, result.lsn(), "a read has taken a place in the log");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"scattered, 3", "coded, 5"})
    void shouldReadOnWithoutOneNode(final String mode, final int nodes) throws Exception {
        try (FleetCluster cluster = launch(mode, nodes)) {
            final List<FleetClient> clients = clients(cluster, nodes);
            assertEquals(1, value(clients.get(1).submit(NOTHING)));
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(0);
            for (int i = 2; i < 40; i++) {
                final int node = 1 + i % (nodes - 1);
                assertEquals(i, value(clients.get(node).submit(NOTHING)));
                assertEquals(i, value(read(clients.get(node == 1 ? 2 : 1),
                    ReadConsistency.LINEARIZABLE_QUORUM).answer()));
            }
            cluster.restart(0);
            assertEquals(39, value(read(cluster.client(0), ReadConsistency.LINEARIZABLE_QUORUM).answer()));
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void shouldSeeEachWriteFromEachNodeUnderALease(final int nodes) throws Exception { // L1 to L5
        try (FleetCluster cluster = launch(GroupConfig.scattered().withLeases(LeaseConfig.of(200)), nodes)) {
            final List<FleetClient> clients = clients(cluster, nodes);
            for (int i = 1; i <= 60; i++) {
                assertEquals(i, value(get(clients.get(i % nodes).submit(new byte[i]))));
                final ReadResult read = read(clients.get((i + 1) % nodes), ReadConsistency.LINEARIZABLE_LEASE);
                assertEquals(i, value(read.answer()));
                assertEquals(ReadResult.NOT_STALE, read.staleNs());
            }
            if (nodes > 1) {
                assertTrue(cluster.awaitVoters(60_000), "all vote");
                cluster.stop(0);
                assertEquals(61, value(clients.get(1).submit(NOTHING)));
                assertEquals(61, value(read(clients.get(2), ReadConsistency.LINEARIZABLE_LEASE).answer()));
                cluster.restart(0);
                assertEquals(61, value(read(cluster.client(0), ReadConsistency.LINEARIZABLE_LEASE).answer()));
            }
        }
    }

    @Test
    void shouldSeeItsOwnWritesWhereItMayBeStale() throws Exception {
        try (FleetCluster cluster = launch("scattered", 3)) {
            final FleetClient client = cluster.client(2);
            final ReadConsistency bounded = ReadConsistency.boundedStale(60_000);
            for (int i = 1; i <= 200; i++) {
                assertEquals(i, value(client.submit(NOTHING)));
                assertEquals(i, value(read(client, i % 2 == 0 ? ReadConsistency.LOCAL : bounded).answer()));
            }
            final ReadResult stale = read(client, bounded);
            assertTrue(stale.staleNs() >= 0 && stale.staleNs() <= TimeUnit.MINUTES.toNanos(1), stale.toString());
            assertEquals(0, read(client, ReadConsistency.boundedStale(0)).staleNs());
        }
    }

    @Test
    void shouldTellWhatALogReadReflects() throws Exception {
        try (FleetCluster cluster = launch("scattered", 3)) {
            final long first = read(cluster.client(0), ReadConsistency.LINEARIZABLE_LOG).lsn();
            assertTrue(read(cluster.client(1), ReadConsistency.LINEARIZABLE_LOG).lsn() > first, "orders each read");
        }
    }

    @Test
    void shouldRefuseWhatIsOffOrTooLong() throws Exception {
        try (FleetCluster cluster = launch("scattered", 3)) {
            final CompletableFuture<ReadResult> lease =
                cluster.client(0).read(ReadConsistency.LINEARIZABLE_LEASE, NOTHING, NOTHING);
            final Throwable failure = assertThrows(ExecutionException.class, () -> get(lease)).getCause();
            assertInstanceOf(ReadNotServedException.class, failure);
            assertEquals("group 0 serves no reads of level LINEARIZABLE_LEASE beside the log: leases are off in its"
                + " configuration", failure.getMessage());
            final CompletableFuture<ReadResult> large =
                cluster.client(0).read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING, new byte[65_497]);
            assertInstanceOf(CommandTooLargeException.class,
                assertThrows(ExecutionException.class, () -> get(large)).getCause());
            assertEquals(0, value(get(cluster.client(0).read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING,
                new byte[65_496])).answer()));
        }
    }

    private FleetCluster launch(final String mode, final int nodes) {
        final GroupConfig config = "scattered".equals(mode) ? GroupConfig.scattered()
            : nodes == 5 ? GroupConfig.coded(3, 2) : GroupConfig.coded(1, 2);
        return launch(config, nodes);
    }

    private FleetCluster launch(final GroupConfig config, final int nodes) {
        return FleetCluster.builder().nodes(nodes).machine(SumMachine::new)
            .config(config.withMaxCommandBytes(1 << 20)).directory(directory)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).launch();
    }

    private static List<FleetClient> clients(final FleetCluster cluster, final int nodes) {
        final List<FleetClient> clients = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            clients.add(cluster.client(node));
        }
        return clients;
    }

    private static ReadResult read(final FleetClient client, final ReadConsistency consistency) throws Exception {
        return get(client.read(consistency, NOTHING, NOTHING));
    }
}
