package io.fleet;

import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.number;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.fixture.cluster.Clusters;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.machine.Command;
import io.fleet.machine.Reply;
import io.fleet.metrics.FleetMetrics;
import io.fleet.node.NodeCore;
import io.fleet.node.status.DirectoryUsage;
import io.fleet.node.status.NodeEvent;
import io.fleet.storage.ForeignStorageException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that spread their groups over several duty threads. */
@Tag("slow")
class DutyThreadsTest {
    private static final List<Integer> GROUPS = List.of(0, 1, 2, 5);
    private static final int THREADS = 2;
    /** A number on which a machine of node 0 fails. */
    private static final long FATAL = -1;

    /** Of a machine that was slow the duty is handed on. */
    private static final Pattern HANDED_ON = Pattern.compile("(-duty-\\d+)-\\d+$");

    @TempDir
    Path directory;
    /** The names of the threads that applied something, and what group it was of. */
    private final Set<String> applied = ConcurrentHashMap.newKeySet();

    @Test
    void shouldRunEachGroupOnOneThreadOfANode() throws Exception {
        try (FleetCluster cluster = launch(THREADS)) {
            addToAll(cluster, 3);
            for (int node = 0; node < cluster.size(); node++) {
                final FleetNode each = cluster.node(node);
                assertEquals(GROUPS, each.status().groups().stream().map(group -> group.status().groupId()).toList());
                await("all are ready", () -> each.health().notReady().isEmpty());
                assertEquals(List.of(0, 1), each.cores().stream().map(NodeCore::dutyThread).toList());
            }
            await("all have applied it", () -> applied.size() >= cluster.size() * GROUPS.size());
            assertEquals(cluster.size() * GROUPS.size(), applied.size());
            assertEquals(Set.of("0 fleet-node-1-duty-0", "1 fleet-node-1-duty-1", "2 fleet-node-1-duty-0",
                "5 fleet-node-1-duty-1"),
                applied.stream().filter(each -> each.contains("node-1")).collect(Collectors.toSet()));
            final FleetNode first = cluster.node(0);
            assertTrue(assertThrows(IllegalStateException.class, first::core).getMessage().contains("2 duty threads"));
            assertEquals("group 3 is not hosted by node 0: it hosts [0, 1, 2, 5]",
                assertThrows(ConfigException.class, () -> first.status(3)).getMessage());
            assertThrows(ConfigException.class, () -> first.client(3));
            assertEquals(1, first.events().stream().filter(event -> event.kind() == NodeEvent.Kind.STARTED).count());
        }
    }

    @Test
    void shouldComeBackWithAllThatItHad() throws Exception {
        try (FleetCluster cluster = launch(THREADS)) {
            addToAll(cluster, 3);
            for (final int group : GROUPS) {
                assertTrue(get(cluster.node(1).requestSnapshot(group)) > 0);
            }
            assertTrue(cluster.awaitVoters(Clusters.PATIENCE_SECONDS * 1_000));
            Files.createFile(directory.resolve("node-1").resolve("metadata.json")); // of somebody else
            cluster.restart(1);
            addToAll(cluster, 4);
            assertTrue(Files.isDirectory(directory.resolve("node-1").resolve("duty-1-of-2")));
            final DirectoryUsage usage = cluster.node(1).status().directories().get(0);
            assertEquals(directory.resolve("node-1"), usage.path());
            assertTrue(usage.scatteredBytes() > 0 && usage.orderedBytes() > 0 && usage.snapshotBytes() > 0,
                usage.toString());
        }
        try (FleetCluster cluster = launch(THREADS)) {
            for (final int group : GROUPS) {
                assertEquals(7, value(cluster.node(1).client(group).query(new byte[0], new byte[0])));
            }
        }
    }

    /** With another number it would look elsewhere, and not find what it has acknowledged. */
    @Test
    void shouldNotStartWithAnotherNumberThanItsDirectoriesHave() throws Exception { // S15
        try (FleetCluster cluster = launch(THREADS)) {
            addToAll(cluster, 3);
        }
        for (final int other : new int[] {1, 3}) {
            final ConfigException failure = assertThrows(ConfigException.class, () -> launch(other));
            assertTrue(failure.getMessage().startsWith("dutyThreads is " + other + ", but must be 2: directory "
                + directory.resolve("node-0")), failure.getMessage());
        }
        final Path one = directory.resolve("one");
        try (FleetCluster cluster = small(one).launch()) {
            get(cluster.client().submit(number(1)));
        }
        assertTrue(assertThrows(ConfigException.class, () -> small(one)
            .group(1, GroupConfig.scattered().withMaxCommandBytes(1 << 20), AddingMachine::new).dutyThreads(2).launch())
            .getMessage().startsWith("dutyThreads is 2, but must be 1: directory " + one));
    }

    /** A group that is looked for in another thread's files is not there, and would be founded anew. */
    @Test
    void shouldNotStartOnDirectoriesOfOtherThreads() throws Exception { // S15
        try (FleetCluster cluster = alone().launch()) {
            get(cluster.client().submit(number(1)));
        }
        final Path node = directory.resolve("node-0");
        final Path first = node.resolve("duty-0-of-2");
        final Path second = node.resolve("duty-1-of-2");
        final Path aside = directory.resolve("aside");
        Files.move(first, aside);
        Files.move(second, first);
        Files.move(aside, second);
        assertRefused(ForeignStorageException.class, "belongs to cluster 1 node 0 duty 1 of 2, opened as cluster 1"
            + " node 0 duty 0 of 2");
        Files.move(second, aside);
        assertRefused(ConfigException.class, "is new, while others of its duty threads have theirs");
        Files.move(first, node.resolve("duty-1-of-3"));
        assertRefused(ConfigException.class, "dutyThreads is 2, but must be 3");
        Files.move(aside, node.resolve("duty-0-of-2"));
        assertRefused(ConfigException.class, "dutyThreads is 2, but must be 2 and 3");
        Clusters.delete(second); // there was nothing in it
        Files.move(node.resolve("duty-1-of-3"), second);
        try (FleetCluster cluster = alone().launch()) {
            assertEquals(1, value(cluster.client().query(new byte[0], new byte[0])));
        }
    }

    private void assertRefused(final Class<? extends Exception> type, final String why) {
        final String message = assertThrows(type, () -> alone().launch()).getMessage();
        assertTrue(message.contains(why), message);
    }

    private FleetCluster.Builder alone() {
        return small(directory).group(1, GroupConfig.scattered().withMaxCommandBytes(1 << 20), AddingMachine::new)
            .nodes(1).dutyThreads(2);
    }

    @Test
    void shouldNeedAGroupForEachThread() {
        assertTrue(assertThrows(ConfigException.class, () -> small(directory).dutyThreads(2).launch()).getMessage()
            .startsWith("dutyThreads is 2, but thread 1 has no group"));
    }

    @Test
    void shouldCloseWhateverDependsOnIt() throws Exception {
        final FleetCluster cluster = launch(THREADS);
        final FleetNode node = cluster.node(0);
        final CompletableFuture<Void> dependent;
        synchronized (this) {
            dependent = node.terminated().thenRun(() -> {
                synchronized (this) {
                    applied.clear();
                }
            });
            node.requestSnapshot(1).whenComplete((lsn, failure) -> {
                synchronized (this) {
                    applied.clear();
                }
            });
            closeElsewhere(node);
        }
        get(dependent);
        final FleetNode other = cluster.node(1);
        final CompletableFuture<Void> closed = new CompletableFuture<>();
        other.terminated().whenComplete((end, failure) -> {
            other.close();
            closed.complete(null);
        });
        other.close();
        get(closed);
        assertEquals("stopped", other.health().state());
        cluster.close();
    }

    /** By a thread that holds no lock, while this one holds what dependents need. */
    private static void closeElsewhere(final FleetNode node) {
        CompletableFuture.runAsync(node::close).join();
        assertTrue(node.terminated().isDone());
    }

    @Test
    void shouldEndAsAWholeWhenOneThreadFails() throws Exception {
        try (FleetCluster cluster = launch(THREADS)) {
            addToAll(cluster, 3);
            assertTrue(cluster.awaitVoters(Clusters.PATIENCE_SECONDS * 1_000));
            final FleetNode failing = cluster.node(0);
            get(failing.transferLeadership(0, 0));
            assertEquals(3 + FATAL, value(cluster.node(1).client(5).submit(number(FATAL))));
            final ExecutionException end =
                assertThrows(ExecutionException.class, () -> get(failing.terminated()));
            assertInstanceOf(AssertionError.class, root(end));
            assertTrue(failing.health().state().startsWith("failed: "), failing.health().state());
            assertEquals(5, value(cluster.node(1).client(0).submit(number(2))), "others lead what it led");
            assertEquals(1, failing.events().stream().filter(event -> event.kind() == NodeEvent.Kind.MACHINE_ERROR)
                .count());
        }
    }

    @Test
    void shouldTellWhichThreadAMeterIsOf() {
        try (FleetCluster cluster = launch(THREADS); FleetMetrics metrics = new FleetMetrics(cluster.node(2).cores())) {
            final SimpleMeterRegistry registry = new SimpleMeterRegistry();
            metrics.bindTo(registry);
            for (final int group : GROUPS) {
                assertNotNull(registry.get("fleet.group.commands").tags("node", "2", "duty",
                    Integer.toString(group % THREADS), "group", Integer.toString(group)).functionCounter());
            }
            assertEquals(THREADS, registry.get("fleet.node.remote.clients").gauges().size());
            registry.get("fleet.marks").functionCounters()
                .forEach(mark -> assertSame(null, mark.getId().getTag("duty"), "they are the process's"));
            metrics.close();
            assertTrue(registry.getMeters().isEmpty());
        }
    }

    private FleetCluster launch(final int threads) {
        final FleetCluster.Builder cluster = Clusters.in(directory).dutyThreads(threads);
        for (final int group : GROUPS) {
            cluster.group(group, patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20)), () -> new Telling(
                group));
        }
        return cluster.launch();
    }

    private static FleetCluster.Builder small(final Path directory) {
        return Clusters.in(directory).config(GroupConfig.scattered().withMaxCommandBytes(1 << 20))
            .machine(AddingMachine::new);
    }

    private static void addToAll(final FleetCluster cluster, final long value) throws Exception {
        for (final int group : GROUPS) {
            assertTrue(value(cluster.node(group % cluster.size()).client(group).submit(number(value))) >= value);
        }
    }

    private static Throwable root(final Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Tells which thread applies. */
    private final class Telling extends AddingMachine {
        private final int group;

        private Telling(final int group) {
            this.group = group;
        }

        @Override
        public void apply(final Command command, final Reply reply) {
            final String thread = Thread.currentThread().getName();
            applied.add(group + " " + HANDED_ON.matcher(thread).replaceFirst("$1"));
            if (command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN) == FATAL && thread.contains("node-0")) {
                throw new AssertionError("as it was asked to");
            }
            super.apply(command, reply);
        }
    }
}
