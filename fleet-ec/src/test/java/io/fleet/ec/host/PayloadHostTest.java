package io.fleet.ec.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.ModeCounter;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A coded group on whole nodes, with a machine that uses payload handles (C1). */
class PayloadHostTest {
    private static final int NODES = 5;
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(16 << 20, 8 << 20);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(16 << 20, 8 << 20, 64 << 10, 5_000_000);

    @TempDir
    Path directory;

    @Test
    void shouldGatherNothingForWrites() throws Exception { // C1, C7
        try (FleetCluster cluster = launch()) {
            final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                pending.add(cluster.client(i % NODES).submit(text("put k" + i % 20), bytes(64 << 10, i)));
            }
            for (final CompletableFuture<byte[]> each : pending) {
                assertEquals(0, each.get(30, TimeUnit.SECONDS).length);
            }
            assertEquals("<>", string(cluster.client(0).query(text("get none"), new byte[0])));
            assertEquals(0, wanted(cluster), "no node has gathered a value");
            final byte[] read = cluster.client(2).query(text("get k7"), new byte[0]).get(30, TimeUnit.SECONDS);
            assertEquals((64 << 10) + 2, read.length);
            assertEquals(1, wanted(cluster), "a read gathers what it returns, on the node that answers");
        }
    }

    @Test
    void shouldReturnForgetAndLookIntoPayloads() throws Exception {
        final byte[] large = bytes(3 << 20, 5);
        try (FleetCluster cluster = launch()) {
            submit(cluster.client(0), "put a", large);
            submit(cluster.client(1), "append a", text("tail"));
            assertArrayEquals(rope(large, text("tail")), query(cluster.client(2), "get a"));
            submit(cluster.client(3), "put n", text("41"));
            assertEquals("42", string(cluster.client(4).submit(text("add n"), new byte[0])));
            assertEquals("84", string(cluster.client(0).submit(text("add n"), new byte[0])));
            assertEquals("<41>", string(cluster.client(1).submit(text("swap n"), text("new"))));
            assertEquals("wen", string(cluster.client(2).submit(text("see x"), text("new"))));
            assertEquals("new", string(cluster.client(3).query(text("text n"), new byte[0])));
            assertEquals("abc+abc", string(cluster.client(4).submit(text("twice x"), text("abc"))));
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(1);
            assertArrayEquals(rope(large, text("tail")), query(cluster.client(3), "get a"));
            assertEquals("<new>", string(cluster.client(3).submit(text("take n"), new byte[0])));
        }
        try (FleetCluster cluster = launch()) {
            for (int node = 0; node < NODES; node++) {
                assertArrayEquals(rope(large, text("tail")), query(cluster.client(node), "get a"));
                assertEquals("<>", string(cluster.client(node).query(text("get n"), new byte[0])));
            }
            assertArrayEquals(rope(large, text("tail")), submit(cluster.client(1), "take a", new byte[0]));
            assertEquals("<>", string(cluster.client(4).query(text("get a"), new byte[0])));
        }
    }

    @Test
    void shouldGoOnFromSnapshots() throws Exception { // also with replies that are stored, and what comes behind them
        final byte[] large = bytes(1 << 20, 5);
        try (FleetCluster cluster = launch()) {
            submit(cluster.client(0), "put a", large);
            submit(cluster.client(1), "put b", text("gone soon"));
            for (int node = 0; node < NODES; node++) {
                cluster.node(node).requestSnapshot(0).get(60, TimeUnit.SECONDS);
            }
            submit(cluster.client(2), "append a", text("tail"));
            assertEquals("<gone soon>", string(cluster.client(3).submit(text("take b"), new byte[0])));
        }
        try (FleetCluster cluster = launch()) {
            for (int node = 0; node < NODES; node++) {
                assertArrayEquals(rope(large, text("tail")), query(cluster.client(node), "get a"));
                assertEquals("<>", string(cluster.client(node).query(text("get b"), new byte[0])));
            }
        }
    }

    private static long wanted(final FleetCluster cluster) {
        long wanted = 0;
        for (int node = 0; node < NODES; node++) {
            for (final ModeCounter each : cluster.node(node).core().group(0).modeCounters()) {
                wanted += each.name().equals("coded.wanted.values") ? each.counter().get() : 0;
            }
        }
        return wanted;
    }

    private FleetCluster launch() {
        return FleetCluster.builder().nodes(NODES).machine(RopeMachine::new)
            .config(GroupConfig.coded(3, 2).withMaxCommandBytes(4 << 20)).directory(directory)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).launch();
    }

    private static byte[] submit(final FleetClient client, final String header, final byte[] payload)
        throws Exception {
        return client.submit(text(header), payload).get(60, TimeUnit.SECONDS);
    }

    private static byte[] query(final FleetClient client, final String header) throws Exception {
        return client.query(text(header), new byte[0]).get(60, TimeUnit.SECONDS);
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

    private static byte[] bytes(final int length, final int seed) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7 + (i >> 8) + seed);
        }
        return bytes;
    }

    private static String string(final CompletableFuture<byte[]> reply) throws Exception {
        return new String(reply.get(60, TimeUnit.SECONDS), StandardCharsets.UTF_8);
    }

    private static byte[] text(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
