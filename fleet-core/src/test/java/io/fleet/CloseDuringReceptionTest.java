package io.fleet;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node is closed while its machine reads the snapshot of another node. */
class CloseDuringReceptionTest {
    private static final int ENTRIES = 2_500;
    /** Three chunks, and cheaper to send than the entries. */
    private static final int WORDS = 17_000;
    /** All entries are asked for at once, and the last is answered when all are written, on a loaded machine too. */
    private static final long PATIENCE_SECONDS = 120;

    @TempDir
    Path directory;

    private final AtomicBoolean slow = new AtomicBoolean();
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger read = new AtomicInteger();

    @Test
    void shouldNotWaitUntilAllIsReadAndVerified() throws Exception {
        try (FleetCluster cluster = FleetCluster.builder().directory(directory)
            .scatteredLog(new ScatteredLogConfig(4 << 20, 2 << 20))
            .orderedLog(new OrderedLogConfig(4 << 20, 2 << 20, 64 << 10, 5_000_000))
            .config(GroupConfig.scattered().withMaxCommandBytes(1 << 20).withWindowEntries(16).withMaxBatchCommands(1)
                .withRequestTimeoutMillis(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)))
            .machine(Wordy::new).launch()) {
            final FleetClient client = cluster.client(1);
            final List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < ENTRIES; i++) {
                answers.add(client.submit(new byte[1]));
            }
            for (final CompletableFuture<byte[]> answer : answers) {
                answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
            cluster.restart(1);
            cluster.restart(2);
            cluster.stop(0);
            deleteAll(directory.resolve("node-0"));
            slow.set(true);
            cluster.restart(0);
            assertTrue(reading.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "it is not sent a snapshot");
            final Thread closer = new Thread(() -> cluster.stop(0));
            closer.start();
            awaitTheEndOf("fleet-node-0-files");
            closing.countDown();
            closer.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            assertFalse(closer.isAlive());
            assertTrue(read.get() < WORDS, "all of it was read");
        }
    }

    /** It is ended after all else was told to end, and before what reads is waited for. */
    private static void awaitTheEndOf(final String thread) {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getName().equals(thread))) {
            assertTrue(System.nanoTime() - deadline < 0, "not in time");
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void deleteAll(final Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            for (final Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /**
     * A machine with a state of many words, which can be made to wait before it reads them on node 0: another one that
     * lags may be sent a snapshot too.
     */
    private final class Wordy implements StateMachine {
        @Override
        public void apply(final Command command, final Reply reply) {
            reply.writeLong(0);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            for (int i = 0; i < WORDS; i++) {
                out.writeLong(i);
            }
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            final boolean isSlow = slow.get() && Thread.currentThread().getName().startsWith("fleet-node-0");
            if (isSlow) {
                reading.countDown();
                try {
                    assertTrue(closing.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
                } catch (final InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            for (int i = 0; i < WORDS; i++) {
                in.readLong();
                read.addAndGet(isSlow ? 1 : 0);
            }
        }
    }
}
