package io.fleet.ec.node;

import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.patient;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;
import io.fleet.error.CommandTooLargeException;
import io.fleet.fixture.machine.RopeMachine;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Payloads of up to 64 MiB on whole nodes, from a client to the disks and back. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("full")
class LongPayloadsTest {
    private static final int NODES = 5;
    private static final int PAYLOAD = SizeLimits.PAYLOAD_BYTES;
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(64 << 20, 16 << 20);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(64 << 20, 16 << 20, 64 << 10, 5_000_000);

    @TempDir
    Path directory;

    @Test
    void shouldWriteAndReadThemWhoeverIsDown() throws Exception { // C1, C7, C8
        final byte[] first = bytes(1);
        final byte[] second = bytes(2);
        try (FleetCluster cluster = launch()) {
            submit(cluster.client(0), "put a", first);
            check(first, cluster.client(2));
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(1);
            check(first, cluster.client(3));
            submit(cluster.client(3), "put a", second);
            cluster.restart(1);
            check(second, cluster.client(1));
            assertTrue(cluster.awaitVoters(60_000), "all vote");
            cluster.stop(3);
            check(second, cluster.client(0));
        }
    }

    @Test
    void shouldWriteAndReadSeveralAtATime() throws Exception { // S13
        final byte[] value = bytes(3);
        try (FleetCluster cluster = launch()) {
            final List<CompletableFuture<byte[]>> pending = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                pending.add(cluster.client(i % 2).submit(text("put k" + i), value));
            }
            for (final CompletableFuture<byte[]> each : pending) {
                assertEquals(0, get(each).length);
            }
            pending.clear();
            for (int i = 0; i < 4; i++) {
                pending.add(cluster.client(2 + i % 2).query(text("get k" + i), new byte[0]));
            }
            for (final CompletableFuture<byte[]> each : pending) {
                check(value, get(each));
            }
        }
    }

    @Test
    void shouldRefuseWhatIsLonger() throws Exception {
        try (FleetCluster cluster = launch()) {
            assertEquals("command of 67108867 bytes (header 2, payload 67108865), but maxCommandBytes is 67174400, a"
                + " header has at most 8388608 and a payload at most 67108864",
                refusal(cluster.client(0).submit(text("x "), new byte[PAYLOAD + 1])).getMessage());
            refusal(cluster.client(0).submit(new byte[SizeLimits.SHORT_BYTES + 1], new byte[0]));
            submit(cluster.client(0), "put a", text("short"));
        }
    }

    private static Throwable refusal(final CompletableFuture<byte[]> reply) {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(reply));
        return assertInstanceOf(CommandTooLargeException.class, failure.getCause());
    }

    private FleetCluster launch() {
        return FleetCluster.builder().nodes(NODES).machine(RopeMachine::new)
            .config(patient(GroupConfig.coded(3, 2).withMaxCommandBytes(SizeLimits.LONG_BYTES)
                .withMaxReplyBytes(SizeLimits.LONG_BYTES)).withRetryMillis(5_000))
            .directory(directory).scatteredLog(SCATTERED).orderedLog(ORDERED).launch();
    }

    private static void check(final byte[] expected, final FleetClient client) throws Exception {
        check(expected, get(client.query(text("get a"), new byte[0])));
    }

    /** The machine answers ropes between angle brackets. */
    private static void check(final byte[] expected, final byte[] answer) {
        assertEquals(expected.length + 2, answer.length);
        assertArrayEquals(expected, Arrays.copyOfRange(answer, 1, answer.length - 1));
    }

    private static void submit(final FleetClient client, final String header, final byte[] payload) throws Exception {
        assertEquals(0, get(client.submit(text(header), payload)).length);
    }

    private static byte[] bytes(final int seed) {
        final byte[] bytes = new byte[PAYLOAD];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] text(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
