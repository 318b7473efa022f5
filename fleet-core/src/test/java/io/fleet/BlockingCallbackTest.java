package io.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.client.ReplyHandler;
import io.fleet.error.FleetException;
import io.fleet.fixture.machine.EchoMachine;
import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.node.thread.StallWatchdog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What users do in callbacks does not hold up the node, and is told of. */
@Tag("slow")
class BlockingCallbackTest {
    private static final byte[] FIRST = {1};
    private static final byte[] SECOND = {2};
    private static final byte[] SLOW = {9};

    private final FleetCluster cluster = FleetCluster.builder().nodes(1).machine(() -> new Echo(this)).launch();
    private final FleetClient client = cluster.client();
    private final CountDownLatch release = new CountDownLatch(1);
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

    @BeforeEach
    void listen() {
        logger.addHandler(recorder);
        logger.setLevel(Level.INFO);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void close() {
        release.countDown();
        cluster.close();
        logger.removeHandler(recorder);
        logger.setLevel(null);
        logger.setUseParentHandlers(true);
    }

    @Test
    @Tag("hazard-U-callbacks")
    void shouldAnswerACommandThatIsWaitedForInTheCallbackOfAnother() {
        final byte[] answer = client.submit(FIRST).thenApply(first -> client.submit(SECOND).join()).join();
        assertArrayEquals(SECOND, answer);
        final FleetClient opened = client.submit(FIRST).thenApply(first -> cluster.node(0).client(0)).join();
        assertArrayEquals(FIRST, opened.query(FIRST).thenCompose(first -> opened.submit(first)).join());
        assertArrayEquals(FIRST, CompletableFuture.allOf(client.submit(SECOND))
            .thenApply(second -> client.submit(FIRST).join()).join());
    }

    @Test
    @Tag("hazard-U-callbacks")
    void shouldTellWhoWouldWaitForItsOwnThread() {
        final CompletableFuture<List<String>> failures = new CompletableFuture<>();
        assertTrue(client.offer(false, new UnsafeBuffer(FIRST), 0, 0, new UnsafeBuffer(FIRST), 0, 1, 0,
            new ReplyHandler() {
                @Override
                public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
                    final CompletableFuture<byte[]> second = client.submit(SECOND);
                    failures.complete(List.of(failure(second::join),
                        failure(second.thenApply(answer -> answer).thenApply(answer -> answer)::join)));
                }

                @Override
                public void onFailure(final long id, final FleetException failure) {
                    failures.completeExceptionally(failure);
                }
            }));
        for (final String failure : failures.join()) {
            assertTrue(failure.contains("would wait for itself"), failure);
        }
        assertArrayEquals(SECOND, client.submit(SECOND).join(), "the node goes on");
        cluster.close();
        cluster.close();
    }

    private static String failure(final Runnable wait) {
        try {
            wait.run();
            return "it has waited";
        } catch (final IllegalStateException e) {
            return e.getMessage();
        }
    }

    @Test
    @Tag("hazard-U-callbacks")
    void shouldServeOthersWhileACallbackBlocksAndTellOfIt() {
        final CompletableFuture<Thread> held = new CompletableFuture<>();
        final CompletableFuture<Void> blocked = client.submit(FIRST).thenAccept(first -> {
            held.complete(Thread.currentThread());
            block();
        });
        held.join();
        for (int i = 0; i < 100; i++) {
            assertArrayEquals(SECOND, client.submit(SECOND).join());
        }
        assertArrayEquals(SECOND, client.submit(SECOND).thenApply(second -> second).join(), "another thread goes on");
        assertEquals(1, cluster.node(0).requestSnapshot(0).thenApply(lsn -> 1).join());
        awaitTold("has held the thread " + held.join().getName(), "BlockingCallbackTest.block");
        assertFalse(blocked.isDone());
        client.close();
        cluster.node(0).close();
        assertTrue(cluster.node(0).terminated().isDone());
        assertFalse(blocked.isDone());
    }

    @Test
    @Tag("hazard-U-watch")
    void shouldTellOfAHandlerAndOfAMachineThatHoldTheNode() {
        final AtomicReference<Thread> on = new AtomicReference<>();
        assertTrue(client.offer(false, new UnsafeBuffer(FIRST), 0, 0, new UnsafeBuffer(FIRST), 0, 1, 0,
            new ReplyHandler() {
                @Override
                public void onReply(final long id, final DirectBuffer buffer, final int offset, final int length) {
                    on.set(Thread.currentThread());
                    block();
                }

                @Override
                public void onFailure(final long id, final FleetException failure) {
                }
            }));
        awaitTold("fleet-node-0: a callback of a client (ReplyHandler) has held the thread for",
            "at group 0, of which LSN", "BlockingCallbackTest.block");
        release.countDown();
        assertNotSame(Thread.currentThread(), on.get());
        assertArrayEquals(SECOND, client.submit(SECOND).join());
        awaitTold("fleet-node-0 goes on after a step of over");
        assertArrayEquals(SLOW, client.submit(SLOW).join());
        awaitTold("fleet-node-0: an apply of the state machine has held the thread fleet-node-0 for",
            "the node goes on without it", "It is at group 0, of which LSN", "Echo.apply");
    }

    private void awaitTold(final String... parts) {
        while (told.stream().noneMatch(line -> List.of(parts).stream().allMatch(line::contains))) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void block() {
        try {
            release.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers what it is told, and takes as long for 9 as it takes until somebody has noticed. */
    private static final class Echo extends EchoMachine {
        private final BlockingCallbackTest test;

        private Echo(final BlockingCallbackTest test) {
            this.test = test;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            if (command.payload().getByte(0) == SLOW[0]) {
                test.awaitTold("an apply of the state machine");
            }
            super.apply(command, reply);
        }
    }
}
