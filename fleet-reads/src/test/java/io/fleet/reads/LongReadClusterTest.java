package io.fleet.reads;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.value;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long reads on whole nodes, held up for as long as the test likes. */
@Tag("slow")
class LongReadClusterTest {
    private static final byte[] NOTHING = {};
    private static final byte[] SCAN = {1};

    private final Semaphore begun = new Semaphore(0);
    private final Semaphore permits = new Semaphore(0);
    @TempDir
    Path directory;

    @Test
    void shouldDelayNeitherShortReadsNorCommandsByALongRead() throws Exception {
        try (FleetCluster cluster = launch(3, 3)) {
            final FleetClient client = cluster.client(0);
            assertEquals(1, value(client.submit(NOTHING)));
            final CompletableFuture<ReadResult> scan = client.read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING, SCAN);
            assertTrue(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
            for (int i = 2; i <= 50; i++) {
                assertEquals(i, value(client.submit(NOTHING)));
                assertEquals(i, value(shortRead(client)));
            }
            assertFalse(scan.isDone());
            permits.release(1_000);
            final ReadResult scanned = get(scan);
            final long count = value(scanned.answer());
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
            assertTrue(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
            for (int i = 0; i < ReadThreads.MAX_WAITING; i++) {
                scans.add(client.read(ReadConsistency.LOCAL, NOTHING, SCAN));
            }
            final CompletableFuture<ReadResult> refused = client.read(ReadConsistency.LOCAL, NOTHING, SCAN);
            final Throwable failure = assertThrows(ExecutionException.class, () -> get(refused)).getCause();
            assertInstanceOf(OverloadedException.class, failure);
            assertTrue(failure.getMessage().endsWith("as many long reads wait for a thread as may"),
                failure.getMessage());
            permits.release(1_000);
            for (final CompletableFuture<ReadResult> scan : scans) {
                assertEquals(0, value(get(scan).answer()));
            }
        }
    }

    @Test
    void shouldEndThoughALongReadRuns() throws Exception {
        final List<CompletableFuture<ReadResult>> scans = new ArrayList<>();
        try (FleetCluster cluster = launch(1, 1)) {
            scans.add(cluster.client(0).read(ReadConsistency.LOCAL, NOTHING, SCAN));
            assertTrue(begun.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
            scans.add(cluster.client(0).read(ReadConsistency.LOCAL, NOTHING, SCAN));
        }
        for (final CompletableFuture<ReadResult> scan : scans) {
            assertInstanceOf(ClientClosedException.class,
                assertThrows(ExecutionException.class, () -> get(scan)).getCause());
        }
    }

    private FleetCluster launch(final int nodes, final int readThreads) {
        return FleetCluster.builder().nodes(nodes).machine(() -> new BlockedScans(begun, permits))
            .config(GroupConfig.scattered().withMaxCommandBytes(1 << 20).withRequestTimeoutMillis(60_000))
            .directory(directory)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).readThreads(readThreads).launch();
    }

    private static byte[] shortRead(final FleetClient client) throws Exception {
        return get(client.read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING, NOTHING)).answer();
    }
}
