package io.fleet.reads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.config.GroupConfig;
import io.fleet.error.ClientClosedException;
import io.fleet.error.OverloadedException;
import io.fleet.reads.concurrent.ReadThreads;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long reads on whole nodes, held up for as long as the test likes. */
class LongReadClusterTest {
    private static final byte[] NOTHING = {};
    private static final byte[] SCAN = {1};
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(4 << 20, 2 << 20);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(4 << 20, 2 << 20, 64 << 10, 5_000_000);

    private final Semaphore begun = new Semaphore(0);
    private final Semaphore permits = new Semaphore(0);
    @TempDir
    Path directory;

    @Test
    void shouldDelayNeitherShortReadsNorCommandsByALongRead() throws Exception {
        try (FleetCluster cluster = launch(3, 3)) {
            final FleetClient client = cluster.client(0);
            assertEquals(1, number(client.submit(NOTHING).get(30, TimeUnit.SECONDS)));
            final CompletableFuture<ReadResult> scan =
                client.read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING, SCAN);
            assertTrue(begun.tryAcquire(30, TimeUnit.SECONDS));
            for (int i = 2; i <= 50; i++) {
                assertEquals(i, number(client.submit(NOTHING).get(30, TimeUnit.SECONDS)));
                assertEquals(i, number(shortRead(client)));
            }
            assertFalse(scan.isDone());
            permits.release(1_000);
            final ReadResult scanned = scan.get(30, TimeUnit.SECONDS);
            final long count = number(scanned.answer());
            assertTrue(count >= 1 && count <= 50, "" + count);
            assertTrue(scanned.lsn() >= 1 + count, "LSN 1 opened the session");
        }
    }

    @Test
    void shouldSayWhenTooManyLongReadsWait() throws Exception { // S13
        try (FleetCluster cluster = launch(1, 1)) {
            final FleetClient client = cluster.client(0);
            final List<CompletableFuture<ReadResult>> scans = new ArrayList<>();
            scans.add(client.read(ReadConsistency.LOCAL, NOTHING, SCAN));
            assertTrue(begun.tryAcquire(30, TimeUnit.SECONDS));
            for (int i = 0; i < ReadThreads.MAX_WAITING; i++) {
                scans.add(client.read(ReadConsistency.LOCAL, NOTHING, SCAN));
            }
            final CompletableFuture<ReadResult> refused = client.read(ReadConsistency.LOCAL, NOTHING, SCAN);
            final Throwable failure =
                assertThrows(ExecutionException.class, () -> refused.get(30, TimeUnit.SECONDS)).getCause();
            assertInstanceOf(OverloadedException.class, failure);
            assertTrue(failure.getMessage().endsWith("as many long reads wait for a thread as may"),
                failure.getMessage());
            permits.release(1_000);
            for (final CompletableFuture<ReadResult> scan : scans) {
                assertEquals(0, number(scan.get(30, TimeUnit.SECONDS).answer()));
            }
        }
    }

    @Test
    void shouldEndThoughALongReadRuns() throws Exception {
        final List<CompletableFuture<ReadResult>> scans = new ArrayList<>();
        try (FleetCluster cluster = launch(1, 1)) {
            scans.add(cluster.client(0).read(ReadConsistency.LOCAL, NOTHING, SCAN));
            assertTrue(begun.tryAcquire(30, TimeUnit.SECONDS));
            scans.add(cluster.client(0).read(ReadConsistency.LOCAL, NOTHING, SCAN));
        }
        for (final CompletableFuture<ReadResult> scan : scans) {
            assertInstanceOf(ClientClosedException.class,
                assertThrows(ExecutionException.class, () -> scan.get(30, TimeUnit.SECONDS)).getCause());
        }
    }

    private FleetCluster launch(final int nodes, final int readThreads) {
        return FleetCluster.builder().nodes(nodes).machine(() -> new BlockedScans(begun, permits))
            .config(GroupConfig.scattered().withMaxCommandBytes(1 << 20).withRequestTimeoutMillis(60_000))
            .directory(directory)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).readThreads(readThreads).launch();
    }

    private static byte[] shortRead(final FleetClient client) throws Exception {
        return client.read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING, NOTHING).get(30, TimeUnit.SECONDS).answer();
    }

    private static long number(final byte[] answer) {
        return ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
}
