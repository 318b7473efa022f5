package io.fleet;

import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.number;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.fixture.cluster.Clusters;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.thread.StallWatchdog;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state machine that does not return holds up its own state, and nothing else. */
@Tag("slow")
class SlowMachineTest {
    private static final int NODES = 3;
    private static final long WAITS = -1;
    private static final long WAITS_AND_FAILS = -2;
    private static final int COMMANDS = 20;

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger within = new AtomicInteger();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(StallWatchdog.class.getName());
    private final Handler recorder = new Handler() {
        @Override
        public void publish(final LogRecord line) {
            told.add(line.getMessage());
        }

        @Override
        public void flush() {
        }

        @Override
        public void close() {
        }
    };
    @TempDir
    private Path directory;
    private FleetCluster cluster;

    @BeforeEach
    void launch() {
        logger.addHandler(recorder);
        logger.setUseParentHandlers(false);
        final GroupConfig config = Clusters.patient(GroupConfig.scattered()).withMaxCommandBytes(64 << 10)
            .withMaxBatchBytes(64 << 10);
        cluster = Clusters.in(directory).machine(Waiting::new).config(config)
            .group(1, config, AddingMachine::new).launch();
    }

    @AfterEach
    void close() {
        release.countDown();
        cluster.close();
        logger.removeHandler(recorder);
        logger.setUseParentHandlers(true);
    }

    @Test
    void shouldKeepLeadershipAndOrderAndServeOtherGroupsWhileTheMachineWaits() throws Exception {
        final FleetClient client = cluster.client();
        final FleetClient other = cluster.node(0).client(1);
        value(client.submit(number(1)));
        value(other.submit(number(0)));
        final long ballot = status(0, 0).ballot();
        final long ballotOfOther = status(0, 1).ballot();
        final CompletableFuture<byte[]> waits = client.submit(number(WAITS));
        await("all machines wait", () -> within.get() == NODES);
        final long applied = status(0, 0).applied();
        final List<CompletableFuture<byte[]>> later = new ArrayList<>();
        for (int i = 0; i < COMMANDS; i++) {
            final long before = status(0, 0).chosen();
            later.add(client.submit(number(1)));
            await("what comes later is durable", () -> all(node -> status(node, 0).chosen() > before));
        }
        for (int i = 1; i <= COMMANDS; i++) {
            assertEquals(i, value(other.submit(number(1))), "the other group");
        }
        for (int i = 0; i < NODES; i++) {
            final int node = i;
            await("it is told of", () -> told.stream().anyMatch(line -> line.startsWith("fleet-node-" + node)
                && line.contains("the node goes on without it")
                && line.contains("It is at group 0, of which LSN " + (applied + 1))
                && line.contains("SlowMachineTest$Waiting.apply")));
        }
        assertEquals(COMMANDS + 1, value(other.submit(number(1))), "longer than an election takes");
        assertFalse(waits.isDone() || later.stream().anyMatch(CompletableFuture::isDone));
        assertTrue(all(node -> status(node, 0).applied() == applied), "nothing is applied meanwhile");
        assertTrue(all(node -> status(node, 0).ballot() == ballot && status(node, 1).ballot() == ballotOfOther),
            "the leaders lead");
        release.countDown();
        assertEquals(1 + WAITS, value(waits));
        assertEquals(LongStream.rangeClosed(1, COMMANDS).boxed().toList(),
            later.stream().map(SlowMachineTest::answer).sorted().toList(), "each once");
        assertEquals(COMMANDS + 1, value(client.submit(number(1))));
        await("all apply", () -> all(node -> status(node, 0).applied() == status(0, 0).applied()));
    }

    @Test
    void shouldEndTheNodeWithTheCauseWhereTheMachineFailsAfterThat() throws Exception {
        final FleetClient client = cluster.client();
        value(client.submit(number(1)));
        final CompletableFuture<byte[]> fails = client.submit(number(WAITS_AND_FAILS));
        await("all machines wait", () -> within.get() == NODES);
        await("nodes go on", () -> told.stream().filter(line -> line.contains("the node goes on without it"))
            .count() >= NODES);
        release.countDown();
        for (int node = 0; node < NODES; node++) {
            final CompletableFuture<Void> end = cluster.node(node).terminated();
            final Throwable cause = assertThrows(ExecutionException.class, () -> get(end)).getCause();
            assertTrue(cause.getMessage().contains("in apply at LSN"), cause.getMessage());
            assertEquals("as asked", cause.getCause().getMessage());
        }
        assertThrows(ExecutionException.class, () -> get(fails), "what is in flight fails");
    }

    private GroupStatus status(final int node, final int group) {
        return cluster.node(node).core().group(group).status();
    }

    private static boolean all(final IntPredicate condition) {
        return IntStream.range(0, NODES).allMatch(condition);
    }

    private static long answer(final CompletableFuture<byte[]> future) {
        try {
            return value(future);
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    private final class Waiting extends AddingMachine {
        @Override
        public void apply(final Command command, final Reply reply) {
            final long number = command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN);
            if (number < 0) {
                within.incrementAndGet();
                try {
                    release.await();
                } catch (final InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            if (number == WAITS_AND_FAILS) {
                throw new AssertionError("as asked");
            }
            super.apply(command, reply);
        }
    }
}
