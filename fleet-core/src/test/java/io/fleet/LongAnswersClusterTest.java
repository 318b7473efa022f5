package io.fleet;

import static io.fleet.fixture.cluster.Clusters.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.error.CommandFailedException;
import io.fleet.error.FleetException;
import io.fleet.error.MachineFailedError;
import io.fleet.error.ReplyGoneException;
import io.fleet.fixture.machine.EchoMachine;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Answers that together are larger than any heap, on three nodes in one process, and errors of a machine on a node. The
 * full size: {@code -Dfleet.answers.full=true}; it prints what was taken.
 */
@Tag("slow")
class LongAnswersClusterTest {
    private static final boolean FULL = Boolean.getBoolean("fleet.answers.full");
    private static final int MIB = 1 << 20;
    private static final GroupConfig CONFIG = GroupConfig.scattered().withRequestTimeoutMillis(300_000);

    @Test
    @Tag("hazard-S-B1")
    void shouldAnswerPipelinedQueriesOfLongValues() throws Exception { // S10, S13
        try (FleetCluster cluster = launch(CONFIG)) {
            final FleetClient client = cluster.client();
            final int count = FULL ? 129 : 12;
            final Ends ends = new Ends(count);
            for (int i = 0; i < count; i++) {
                assertTrue(client.offer(true, NOTHING, 0, 0, size(8 * MIB), 0, Integer.BYTES, i, ends));
            }
            ends.await();
            assertEquals(count, ends.answers.get());
            assertServes(cluster);
            tell(count + " queries of 8 MiB");
        }
    }

    @Test
    @Tag("hazard-S-B2")
    void shouldKeepNoMoreAnswersThanAgreed() throws Exception { // S9, S13
        final GroupConfig config = FULL ? CONFIG : CONFIG.withSessionBytes(8 * MIB);
        try (FleetCluster cluster = launch(config)) {
            final FleetClient client = cluster.client();
            final int count = FULL ? 300 : 40;
            final Ends ends = new Ends(count);
            for (int i = 0; i < count; i++) {
                assertTrue(client.offer(false, NOTHING, 0, 0, size(FULL ? 8 * MIB : MIB), 0, Integer.BYTES, i, ends));
            }
            ends.await();
            assertEquals(count, ends.answers.get() + ends.gone.get(), "each was applied, and its caller knows it");
            assertTrue(ends.answers.get() > 0);
            for (int i = 0; i < cluster.size(); i++) {
                final FleetNode node = cluster.node(i);
                final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
                while (node.core().group(0).counters().commands.get() < count) {
                    assertTrue(System.nanoTime() - deadline < 0, "node has not applied all in time");
                    LockSupport.parkNanos(1_000_000);
                }
                assertEquals(count, node.core().group(0).counters().commands.get(), "none was applied twice");
                assertTrue(node.core().group(0).counters().repliesDropped.get() > 0, "all are kept");
            }
            assertServes(cluster);
            tell(count + " writes, " + ends.gone.get() + " of their answers lost and gone");
        }
    }

    @Test
    @Tag("hazard-S-B5")
    void shouldTellWhichCommandEndedANode() throws Exception { // S9
        try (FleetCluster cluster = FleetCluster.builder().nodes(1).machine(Answerer::new).config(CONFIG)
            .launch()) {
            final FleetClient client = cluster.client();
            assertInstanceOf(CommandFailedException.class, assertThrows(ExecutionException.class,
                () -> get(client.query(bytes(-1)))).getCause());
            assertEquals(4, get(client.query(bytes(4))).length, "the node goes on");
            client.submit(bytes(-1));
            final Throwable failure = assertThrows(ExecutionException.class,
                () -> get(cluster.node(0).terminated())).getCause();
            assertInstanceOf(MachineFailedError.class, failure);
            assertInstanceOf(StackOverflowError.class, failure.getCause());
            assertTrue(failure.getMessage().startsWith("group 0: the state machine threw java.lang.StackOverflowError"
                + " in apply at LSN "), failure.getMessage());
        }
    }

    private static final UnsafeBuffer NOTHING = new UnsafeBuffer(new byte[0]);

    private static FleetCluster launch(final GroupConfig config) {
        return FleetCluster.builder().nodes(3).machine(Answerer::new).config(config).launch();
    }

    private static void assertServes(final FleetCluster cluster) throws Exception {
        for (int i = 0; i < cluster.size(); i++) {
            assertFalse(cluster.node(i).terminated().isDone(), "node " + i + " has ended");
            assertEquals(3, get(cluster.client(i).submit(bytes(3))).length);
        }
    }

    private static void tell(final String what) {
        if (FULL) {
            System.gc();
            final Runtime runtime = Runtime.getRuntime();
            System.out.printf("%s: three nodes and a client, %d MiB of heap in use after a collection%n", what,
                runtime.totalMemory() - runtime.freeMemory() >> 20);
        }
    }

    private static byte[] bytes(final int size) {
        final byte[] bytes = new byte[Integer.BYTES];
        new UnsafeBuffer(bytes).putInt(0, size);
        return bytes;
    }

    private static UnsafeBuffer size(final int size) {
        return new UnsafeBuffer(bytes(size));
    }

    /** Counts answers, and keeps none. */
    private static final class Ends implements ReplyHandler {
        private final CountDownLatch left;
        private final AtomicInteger answers = new AtomicInteger();
        private final AtomicInteger gone = new AtomicInteger();

        Ends(final int count) {
            left = new CountDownLatch(count);
        }

        void await() throws InterruptedException {
            assertTrue(left.await(300, TimeUnit.SECONDS), () -> left.getCount() + " have no end");
        }

        @Override
        public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
            answers.incrementAndGet();
            left.countDown();
        }

        @Override
        public void onFailure(final long correlationId, final FleetException failure) {
            if (failure instanceof ReplyGoneException) {
                gone.incrementAndGet();
            }
            left.countDown();
        }
    }

    /** Answers with as many bytes as it is asked for, and below 0 without end. */
    private static final class Answerer extends EchoMachine {
        @Override
        public void query(final Query query, final Reply reply) {
            final int size = query.payload().getInt(0);
            reply.write(new byte[size < 0 ? recurse(1) : size]);
        }

        private static int recurse(final int depth) {
            return recurse(depth + 1) + recurse(depth + 2);
        }
    }
}
