package io.fleet.node.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.handle.Callbacks;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.reads.ReadPool;
import io.fleet.fixture.machine.NumberMachine;
import io.fleet.node.FakeTransport;
import io.fleet.node.NodeCore;
import io.fleet.node.config.FlushPolicy;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.UserThreads;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.speculation.PreparePool;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeRunnerTest {
    @TempDir
    private Path directory;

    /** Two nodes that write in one directory would be two logs of one node. */
    @Test
    void shouldEndAllThatHasBegunWhereAThreadCannotBeHad() { // S15
        final OutOfMemoryError none = new OutOfMemoryError("unable to create native thread");
        final NodeRunner runner = runner(new ReadPool() {
            @Override
            public boolean isOff() {
                return true;
            }

            @Override
            public boolean offer(final Runnable read) {
                return false;
            }

            @Override
            public boolean withdraw(final Runnable read) {
                return false;
            }

            @Override
            public void start(final String name, final Runnable done, final Runnable failed) {
                throw none;
            }
        });
        assertSame(none, assertThrows(OutOfMemoryError.class, runner::start));
        assertTrue(runner.terminated().isDone(), "it has ended before it throws");
        assertSame(none, runner.failing().join());
        assertSame(none, assertThrows(CompletionException.class, runner.terminated()::join).getCause());
        assertTrue(runner.close(0));
        final NodeRunner next = runner(ReadPool.OFF); // has the locks
        next.start();
        assertFalse(next.terminated().isDone());
        assertTrue(next.close(0));
        assertEquals(0, runningThreads());
    }

    private static long runningThreads() {
        return Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("runner-test") && thread != Thread.currentThread())
            .filter(thread -> !thread.getName().endsWith("-callbacks")).filter(Thread::isAlive)
            .filter(thread -> !DutyThread.join(thread, DutyThread.PATIENCE_NS)).count();
    }

    private NodeRunner runner(final ReadPool reads) {
        final NodeContext context = new NodeContext(1, 0, new int[] {0},
            List.of(new GroupSpec(0, GroupConfig.scattered().withMaxCommandBytes(1 << 16), NumberMachine::new)),
            new FakeTransport(), List.of(RealDisk.open(directory)), new ScatteredLogConfig(1 << 20, 256 << 10),
            new OrderedLogConfig(1 << 20, 256 << 10, 1, 1), SnapshotConfig.atStop(0),
            System::currentTimeMillis, 1, 1 << 20, NodeEvents.NONE,
            new UserThreads(reads, PreparePool.OFF));
        return new NodeRunner(new NodeCore(context), "runner-test", FlushPolicy.GROUPED, false,
            new UserThreads(reads, PreparePool.OFF),
            new Callbacks("runner-test-callbacks", null), () -> 0, 0);
    }
}
