package io.fleet.examples.kv;

import static io.fleet.fixture.cluster.Clusters.counted;
import static io.fleet.fixture.cluster.Clusters.filled;
import static io.fleet.fixture.cluster.Clusters.get;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key-value machine on five nodes of a coded group: long values are payloads, which no write gathers (C1). */
@Tag("slow")
class CodedKvTest {
    private static final int NODES = 5;
    private static final byte[] ONE = text("1");

    @TempDir
    Path directory;

    @Test
    void shouldKeepValuesOfSomeMebibytesAcrossARestartOfAllNodes() throws Exception {
        final byte[] large = filled(3 << 20, 7);
        final byte[] other = filled(300_000, 11);
        try (FleetCluster cluster = launch()) {
            run(cluster, 0, KvOp.SET, text("a"), large);
            run(cluster, 1, KvOp.SET, text("b"), other);
            run(cluster, 2, KvOp.SET, text("n"), text("41"));
            assertEquals(42, number(run(cluster, 3, KvOp.INCR, text("n"))));
            assertEquals(300_001, number(run(cluster, 4, KvOp.APPEND, text("b"), ONE)));
            assertEquals(600_001, number(run(cluster, 0, KvOp.APPEND, text("b"), other)));
            assertEquals(600_001, number(run(cluster, 1, KvOp.STRLEN, text("b"))));
            assertEquals(KvReplyReader.Type.ERROR, run(cluster, 2, KvOp.INCR, text("b")).next());
            assertEquals(1, number(run(cluster, 1, KvOp.SETNX, text("c"), other)));
            assertEquals(1, number(run(cluster, 2, KvOp.DEL, text("c"))));
            assertEquals(0, counted(cluster, "coded.wanted.values"), "no write has gathered a value");
            assertArrayEquals(large, value(run(cluster, 3, KvOp.GET, text("a"))));
            assertArrayEquals(other, value(run(cluster, 4, KvOp.GETSET, text("b"), large), 0, other.length));
        }
        try (FleetCluster cluster = launch()) {
            for (int node = 0; node < NODES; node++) {
                assertArrayEquals(large, value(run(cluster, node, KvOp.GET, text("a"))));
                assertArrayEquals(large, value(run(cluster, node, KvOp.GET, text("b"))));
                assertArrayEquals(text("42"), value(run(cluster, node, KvOp.GET, text("n"))));
                assertEquals(KvReplyReader.Type.NIL, run(cluster, node, KvOp.GET, text("c")).next());
            }
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(2);
            assertArrayEquals(large, value(run(cluster, 0, KvOp.GETDEL, text("a"))));
            assertEquals(2, number(run(cluster, 1, KvOp.DBSIZE)));
        }
    }

    @Test
    void shouldLookIntoValuesThatNoNodeHas() throws Exception {
        final byte[] large = filled(400_000, 7);
        try (FleetCluster cluster = launch()) {
            run(cluster, 0, KvOp.SET, text("a"), large);
            assertEquals(1, number(run(cluster, 1, KvOp.COPY, text("a"), text("b"))));
            assertEquals(KvReplyReader.Type.SIMPLE, run(cluster, 2, KvOp.RENAME, text("b"), text("c")).next());
            assertEquals(0, counted(cluster, "coded.wanted.values"), "no write has gathered a value");
            assertArrayEquals(large, value(run(cluster, 3, KvOp.GET, text("c"))));
            assertArrayEquals(Arrays.copyOfRange(large, 399_000, 400_000),
                value(run(cluster, 4, KvOp.GETRANGE, text("c"), text("399000"), text("-1"))));
            final int bit = large[350_000] >> 7 & 1;
            assertEquals(bit, number(run(cluster, 1, KvOp.GETBIT, text("c"), text("2800000"))));
            assertEquals(bit, number(run(cluster, 2, KvOp.SETBIT, text("c"), text("2800000"), text("" + (1 - bit)))));
            assertEquals(400_001, number(run(cluster, 3, KvOp.SETRANGE, text("a"), text("399999"), text("xy"))));
            large[350_000] ^= (byte) 0x80;
            final byte[] longer = Arrays.copyOf(filled(400_000, 7), 400_001);
            longer[399_999] = 'x';
            longer[400_000] = 'y';
            for (int node = 0; node < NODES; node++) {
                assertArrayEquals(large, value(run(cluster, node, KvOp.GET, text("c"))));
                assertArrayEquals(longer, value(run(cluster, node, KvOp.GET, text("a"))));
            }
        }
        try (FleetCluster cluster = launch()) {
            assertArrayEquals(large, value(run(cluster, 4, KvOp.GET, text("c"))));
        }
    }

    @Test
    void shouldForgetWhatExpires() throws Exception {
        try (FleetCluster cluster = launch()) {
            run(cluster, 0, KvOp.PSETEX, text("a"), text("50"), filled(10_000, 3));
            run(cluster, 1, KvOp.SET, text("b"), filled(10_000, 4));
            final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (number(run(cluster, 2, KvOp.EXISTS, text("a"))) > 0) {
                assertTrue(System.nanoTime() < deadline, "the key has not expired");
            }
            assertEquals(1, number(run(cluster, 3, KvOp.DBSIZE)));
        }
    }

    private FleetCluster launch() {
        return FleetCluster.builder().nodes(NODES)
            .config(GroupConfig.coded(3, 2).withRequestTimeoutMillis(30_000).withRetryMillis(4_000))
            .machine(() -> new KvMachine(StoreKind.PAYLOADS, KvBounds.NONE)).directory(directory).launch();
    }

    private static KvReplyReader run(final FleetCluster cluster, final int node, final KvOp op,
                                     final byte[]... arguments) throws Exception {
        final KvBatch batch = new KvBatch(KvBounds.NONE, true);
        batch.add(op, arguments);
        final FleetClient client = cluster.client(node);
        final CompletableFuture<byte[]> reply = batch.readOnly() ? client.query(batch.headerBytes(), batch.toBytes())
            : client.submit(batch.headerBytes(), batch.toBytes());
        final byte[] bytes = get(reply);
        final KvReplyReader reader = new KvReplyReader();
        assertEquals(1, reader.wrap(new UnsafeBuffer(bytes), 0, bytes.length));
        return reader;
    }

    private static long number(final KvReplyReader reply) {
        assertEquals(KvReplyReader.Type.INTEGER, reply.next());
        return reply.number();
    }

    private static byte[] value(final KvReplyReader reply) {
        assertEquals(KvReplyReader.Type.BULK, reply.next());
        return reply.bytes();
    }

    private static byte[] value(final KvReplyReader reply, final int from, final int to) {
        return Arrays.copyOfRange(value(reply), from, to);
    }

    private static byte[] text(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
