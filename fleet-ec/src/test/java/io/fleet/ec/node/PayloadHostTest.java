package io.fleet.ec.node;

import static io.fleet.fixture.cluster.Clusters.bytes;
import static io.fleet.fixture.cluster.Clusters.counted;
import static io.fleet.fixture.cluster.Clusters.filled;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.fixture.machine.RopeMachine;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coded group on whole nodes, with a machine that uses payload handles (C1). */
@Tag("slow")
class PayloadHostTest {
    private static final int NODES = 5;
    private static final String WANTED = "coded.wanted.values";
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(16 << 20, 8 << 20);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(16 << 20, 8 << 20, 64 << 10, 5_000_000);

    @TempDir
    Path directory;

    @Test
    void shouldGatherNothingForWrites() throws Exception { // C1, C7
        try (FleetCluster cluster = launch()) {
            final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                pending.add(cluster.client(i % NODES).submit(bytes("put k" + i % 20), filled(64 << 10, i)));
            }
            for (final CompletableFuture<byte[]> each : pending) {
                assertEquals(0, get(each).length);
            }
            assertEquals("<>", text(cluster.client(0).query(bytes("get none"), new byte[0])));
            assertEquals(0, counted(cluster, WANTED), "no node has gathered a value");
            final byte[] read = get(cluster.client(2).query(bytes("get k7"), new byte[0]));
            assertEquals((64 << 10) + 2, read.length);
            assertEquals(1, counted(cluster, WANTED), "a read gathers what it returns, on the node that answers");
        }
    }

    @Test
    void shouldReturnForgetAndLookIntoPayloads() throws Exception {
        final byte[] large = filled(3 << 20, 5);
        try (FleetCluster cluster = launch()) {
            submit(cluster.client(0), "put a", large);
            submit(cluster.client(1), "append a", bytes("tail"));
            assertArrayEquals(rope(large, bytes("tail")), query(cluster.client(2), "get a"));
            submit(cluster.client(3), "put n", bytes("41"));
            assertEquals("42", text(cluster.client(4).submit(bytes("add n"), new byte[0])));
            assertEquals("84", text(cluster.client(0).submit(bytes("add n"), new byte[0])));
            assertEquals("<41>", text(cluster.client(1).submit(bytes("swap n"), bytes("new"))));
            assertEquals("wen", text(cluster.client(2).submit(bytes("see x"), bytes("new"))));
            assertEquals("new", text(cluster.client(3).query(bytes("text n"), new byte[0])));
            assertEquals("abc+abc", text(cluster.client(4).submit(bytes("twice x"), bytes("abc"))));
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(1);
            assertArrayEquals(rope(large, bytes("tail")), query(cluster.client(3), "get a"));
            assertEquals("<new>", text(cluster.client(3).submit(bytes("take n"), new byte[0])));
        }
        try (FleetCluster cluster = launch()) {
            for (int node = 0; node < NODES; node++) {
                assertArrayEquals(rope(large, bytes("tail")), query(cluster.client(node), "get a"));
                assertEquals("<>", text(cluster.client(node).query(bytes("get n"), new byte[0])));
            }
            assertArrayEquals(rope(large, bytes("tail")), submit(cluster.client(1), "take a", new byte[0]));
            assertEquals("<>", text(cluster.client(4).query(bytes("get a"), new byte[0])));
        }
    }

    @Test
    void shouldGoOnFromSnapshots() throws Exception { // also with replies that are stored, and what comes behind them
        final byte[] large = filled(1 << 20, 5);
        try (FleetCluster cluster = launch()) {
            submit(cluster.client(0), "put a", large);
            submit(cluster.client(1), "put b", bytes("gone soon"));
            for (int node = 0; node < NODES; node++) {
                get(cluster.node(node).requestSnapshot(0));
            }
            submit(cluster.client(2), "append a", bytes("tail"));
            assertEquals("<gone soon>", text(cluster.client(3).submit(bytes("take b"), new byte[0])));
        }
        try (FleetCluster cluster = launch()) {
            for (int node = 0; node < NODES; node++) {
                assertArrayEquals(rope(large, bytes("tail")), query(cluster.client(node), "get a"));
                assertEquals("<>", text(cluster.client(node).query(bytes("get b"), new byte[0])));
            }
        }
    }

    private FleetCluster launch() {
        return FleetCluster.builder().nodes(NODES).machine(RopeMachine::new)
            .config(patient(GroupConfig.coded(3, 2).withMaxCommandBytes(4 << 20))).directory(directory)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).launch();
    }

    private static byte[] submit(final FleetClient client, final String header, final byte[] payload)
        throws Exception {
        return get(client.submit(bytes(header), payload));
    }

    private static byte[] query(final FleetClient client, final String header) throws Exception {
        return get(client.query(bytes(header), new byte[0]));
    }

    private static byte[] rope(final byte[]... parts) {
        final ByteArrayOutputStream rope = new ByteArrayOutputStream();
        rope.write('<');
        for (final byte[] part : parts) {
            rope.writeBytes(part);
        }
        rope.write('>');
        return rope.toByteArray();
    }
}
