package io.fleet.ec.node.snapshot;

import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.filled;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.value;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.ec.node.TallyMachine;
import io.fleet.error.OverloadedException;
import io.fleet.fixture.machine.RopeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.VoterState;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole nodes with small logs, which write snapshots, let go of what these cover, and send them to who was away. */
@Tag("slow")
class HostedSnapshotsTest {
    private static final int NODES = 5;
    private static final int AWAY = 4;
    private static final int ROUND = 1_500;
    private static final int KEPT = 20;
    private static final GroupConfig CODED = GroupConfig.coded(3, 2).withMaxCommandBytes(4 << 10)
        .withMaxBatchBytes(4 << 10).withMaxBatchCommands(1).withRequestTimeoutMillis(60_000).withRetryMillis(5_000);
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(256 << 10, 64 << 10);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(32 << 10, 16 << 10, 8 << 10, 1_000_000);

    @TempDir
    Path directory;

    @Tag("full")
    @Tag("hazard-E-B2")
    @Tag("hazard-E-D2")
    @Test
    void shouldTrimWhileItRunsAndSendASnapshotToWhoWasAway() throws Exception { // C5, R3
        final String before;
        try (FleetCluster cluster = launch()) {
            write(cluster, 100, NODES);
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(AWAY);
            write(cluster, ROUND, AWAY);
            awaitTrimmed(cluster, 200);
            shouldKeepDecisionsThatTellLateAnnouncements(cluster);
            cluster.restart(AWAY);
            assertEquals(ROUND + 101, value(cluster.client(AWAY).submit(filled(1_000, 0))));
            assertTrue(counters(cluster, AWAY).snapshotsInstalled.get() > 0, "by a snapshot");
            before = state(cluster, 0);
            assertEquals(before, state(cluster, AWAY));
        }
        shouldHaveAll(before, ROUND + 101);
    }

    @Test
    void shouldRepairANodeWithoutADirectoryThoughTheOthersHaveTrimmed() throws Exception { // S15, R5
        final String before;
        try (FleetCluster cluster = launch()) {
            write(cluster, 100, NODES);
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(AWAY);
            write(cluster, ROUND, AWAY);
            awaitTrimmed(cluster, 200);
            delete(directory.resolve("node-" + AWAY));
            cluster.restart(AWAY);
            await("node " + AWAY + " votes again", () -> cluster.node(AWAY).status(0).standing() == VoterState.VOTER);
            assertTrue(counters(cluster, AWAY).snapshotsInstalled.get() > 0, "by a snapshot");
            before = state(cluster, 0);
            assertEquals(before, state(cluster, AWAY));
            cluster.stop(0);
            assertEquals(ROUND + 101, value(cluster.client(AWAY).submit(filled(1_000, 0))), "and is needed");
        }
        shouldHaveAll(null, ROUND + 101);
    }

    /** Its state refers to payloads whose parts it has never been given, and no slot that it learns tells of them. */
    @Test
    void shouldHoldWhatASnapshotRefersTo() throws Exception { // C10, R7
        try (FleetCluster cluster = launch(RopeMachine::new)) {
            get(cluster.client(AWAY).submit("twice other".getBytes(UTF_8), filled(10, 0)));
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(AWAY);
            for (int i = 0; i < KEPT; i++) {
                get(cluster.client(i % AWAY).submit(("put name-" + i).getBytes(UTF_8), filled(2_000 + i, 0)));
            }
            final FleetClient client = cluster.client(0);
            for (int i = 0; i < ROUND; i += 100) {
                final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
                for (int j = 0; j < 100; j++) {
                    pending.add(client.submit("twice other".getBytes(UTF_8), filled(10, 0)));
                }
                for (final CompletableFuture<byte[]> each : pending) {
                    get(each);
                }
            }
            awaitTrimmed(cluster, 200);
            delete(directory.resolve("node-" + AWAY));
            cluster.restart(AWAY);
            await("node " + AWAY + " votes again", () -> cluster.node(AWAY).status(0).standing() == VoterState.VOTER);
            assertTrue(counters(cluster, AWAY).snapshotsInstalled.get() > 0, "by a snapshot");
            for (int i = 0; i < KEPT; i++) {
                assertEquals(2_002 + i, get(cluster.client(AWAY).query(("get name-" + i).getBytes(UTF_8),
                    new byte[0])).length, "name-" + i);
            }
        }
    }

    /** All entries have parts, and there is room for 512 of them; no bound of the default snapshots is ever reached. */
    @Tag("hazard-E-A1")
    @Test
    void shouldGoOnWithDefaultSnapshotsWhenMoreEntriesWereWrittenThanItHasRoomForParts() throws Exception { // C5
        final int commands = 1_500;
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(TallyMachine::new)
            .config(GroupConfig.coded(1, 2).withMaxBatchCommands(1).withRequestTimeoutMillis(60_000)
                .withRetryMillis(5_000).withMaxParts(512))
            .directory(directory).snapshots(SnapshotConfig.defaults()).launch()) {
            write(cluster, commands, 1);
            assertEquals(commands + 1, value(cluster.client(1).submit(filled(10, 0))));
            assertNull(cluster.node(0).status(0).refusal(), "and takes more");
        }
    }

    /** Without snapshots parts are never let go of: commands are refused, and none ends without a word. */
    @Tag("full")
    @Tag("hazard-E-A1")
    @Test
    void shouldRefuseCommandsAsOverloadWhenThereIsNoRoomForParts() throws Exception { // S13
        try (FleetCluster cluster = FleetCluster.builder().nodes(3).machine(TallyMachine::new)
            .config(GroupConfig.coded(1, 2).withMaxBatchCommands(1).withRequestTimeoutMillis(3_000)
                .withRetryMillis(1_000).withMaxParts(256)).directory(directory).snapshots(SnapshotConfig.atStop(0))
            .launch()) {
            final List<FleetClient> clients = IntStream.range(0, 3).mapToObj(cluster::client).toList();
            int taken = 0;
            Throwable refused = null;
            while (refused == null && taken < 400) {
                try {
                    get(clients.get(taken % 3).submit(filled(10, 0)));
                    taken++;
                } catch (final ExecutionException e) {
                    refused = e.getCause();
                }
            }
            assertInstanceOf(OverloadedException.class, refused);
            assertTrue(taken > 100 && taken < 256, taken + " commands");
            final String why = cluster.node(taken % 3).status(0).refusal();
            assertTrue(why != null && why.contains("maxParts of this node is 256"), why);
        }
    }

    /** What clients may send is a setting of each start; what was written stays what it is. */
    @Tag("hazard-E-D1")
    @Test
    void shouldStartAgainWithALowerBoundForCommandsThanWhatItHolds() throws Exception { // C7
        final GroupConfig longer = GroupConfig.coded(1, 2).withMaxCommandBytes(2 << 20).withRequestTimeoutMillis(60_000)
            .withRetryMillis(5_000);
        try (FleetCluster cluster = copies(longer)) {
            get(cluster.client(0).submit("put long".getBytes(UTF_8), filled(1 << 20, 0)));
        }
        try (FleetCluster cluster = copies(longer.withMaxCommandBytes(4 << 10).withMaxBatchBytes(4 << 10))) {
            for (int node = 0; node < 3; node++) {
                assertEquals((1 << 20) + 2, get(cluster.client(node).query("get long".getBytes(UTF_8),
                    new byte[0])).length);
            }
        }
    }

    private FleetCluster copies(final GroupConfig config) {
        return FleetCluster.builder().nodes(3).machine(RopeMachine::new).config(config).directory(directory).launch();
    }

    private void shouldHaveAll(final String state, final int commands) throws Exception {
        try (FleetCluster cluster = launch()) {
            for (int node = 0; node < NODES && state != null; node++) {
                assertEquals(state, state(cluster, node), "node " + node);
            }
            assertEquals(commands + 1, value(cluster.client(3).submit(filled(10, 0))));
        }
    }

    private FleetCluster launch() {
        return launch(TallyMachine::new);
    }

    private FleetCluster launch(final Supplier<StateMachine> machine) {
        return FleetCluster.builder().nodes(NODES).machine(machine).config(CODED).directory(directory)
            .scatteredLog(SCATTERED).orderedLog(ORDERED)
            .snapshots(SnapshotConfig.defaults().withRunning(200, 0, 0).withTrim(TrimPolicy.QUORUM, 16)).launch();
    }

    /** Commands through the first nodes, as many at a time as clients take. */
    private static void write(final FleetCluster cluster, final int commands, final int nodes) throws Exception {
        final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
        final List<FleetClient> clients = IntStream.range(0, nodes).mapToObj(cluster::client).toList();
        for (int i = 0; i < commands; i++) {
            pending.add(clients.get(i % nodes).submit(filled(i % 700, 0)));
            if (pending.size() == 200 || i == commands - 1) {
                for (final CompletableFuture<byte[]> future : pending) {
                    get(future);
                }
                pending.clear();
            }
        }
    }

    private static void awaitTrimmed(final FleetCluster cluster, final long lsn) {
        for (int node = 0; node < AWAY; node++) {
            final GroupCounters counters = counters(cluster, node);
            await("node " + node + " has let go of LSN " + lsn, () -> counters.trimmedLsn.get() >= lsn);
        }
    }

    /** Whatever margin is set: a node that knows no decision of a window takes no announcements for as long. */
    private static void shouldKeepDecisionsThatTellLateAnnouncements(final FleetCluster cluster) { // E5
        for (int node = 0; node < AWAY; node++) {
            final GroupCounters counters = counters(cluster, node);
            final long trimmed = counters.trimmedLsn.get();
            assertTrue(trimmed <= counters.snapshotLsn.get() - 2 * 64, "node " + node + " keeps two windows, but has"
                + " trimmed " + trimmed + " of " + counters.snapshotLsn.get());
        }
    }

    private static GroupCounters counters(final FleetCluster cluster, final int node) {
        return cluster.node(node).core().group(0).counters();
    }

    private static void delete(final Path path) throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (final Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static String state(final FleetCluster cluster, final int node) throws Exception {
        final FleetClient client = cluster.client(node);
        final ByteBuffer reply = ByteBuffer.wrap(get(client.query(new byte[0]))).order(ByteOrder.LITTLE_ENDIAN);
        return Arrays.toString(new long[] {reply.getLong(), reply.getLong()});
    }
}
