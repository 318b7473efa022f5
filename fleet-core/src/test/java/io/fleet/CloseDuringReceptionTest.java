package io.fleet;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.delete;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.in;
import static io.fleet.fixture.cluster.Clusters.patient;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node is closed while its machine reads the snapshot of another node. */
@Tag("slow")
class CloseDuringReceptionTest {
    /** Many more than that: it stays cheaper where others have sent some entries before they were asked once more. */
    private static final int ENTRIES = 6_000;
    /** A client's queue takes so many, however slowly they leave it. */
    private static final int AT_ONCE = 1_000;
    /** Three chunks, and cheaper to send than some 2,200 entries. */
    private static final int WORDS = 17_000;

    @TempDir
    Path directory;

    private final AtomicBoolean slow = new AtomicBoolean();
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicInteger read = new AtomicInteger();

    @Test
    void shouldNotWaitUntilAllIsReadAndVerified() throws Exception {
        try (FleetCluster cluster = in(directory)
            .config(patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20).withWindowEntries(16)
                .withMaxBatchCommands(1)))
            .machine(Wordy::new).launch()) {
            final FleetClient client = cluster.client(1);
            for (int done = 0; done < ENTRIES; done += AT_ONCE) {
                final List<CompletableFuture<byte[]>> answers = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    answers.add(client.submit(new byte[1]));
                }
                for (final CompletableFuture<byte[]> answer : answers) {
                    get(answer);
                }
            }
            cluster.restart(1);
            cluster.restart(2);
            cluster.stop(0);
            delete(directory.resolve("node-0"));
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
        await("the end of " + thread,
            () -> Thread.getAllStackTraces().keySet().stream().noneMatch(each -> each.getName().equals(thread)));
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
