package io.fleet;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.in;
import static io.fleet.fixture.cluster.Clusters.number;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.error.LeadershipTransferException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.node.status.Leadership;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leadership that is handed over in a cluster of this process, while commands flow. */
@Tag("slow")
class HandOverTest {
    @TempDir
    Path directory;
    private FleetCluster cluster;

    @BeforeEach
    void launch() {
        cluster = in(directory)
            .config(patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20)))
            .machine(AddingMachine::new).launch();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldHandOverTenTimesWithoutAFailedCommand() throws Exception {
        final CommandLoad load = new CommandLoad();
        load.begin(cluster.client(0));
        load.awaitMore();
        for (int i = 0; i < 10; i++) {
            final int next = (leader() + 1) % cluster.size();
            final Leadership now = get(cluster.node(i % cluster.size()).transferLeadership(0, next));
            assertEquals(next, now.leader());
            load.awaitMore();
            assertEquals(next, leader());
        }
        load.end();
        assertEquals(load.acknowledged(), count());
    }

    @Test
    void shouldRestartEveryNodeWithoutAFailedCommand() throws Exception {
        final CommandLoad load = new CommandLoad();
        load.begin(cluster.client(1));
        load.awaitMore();
        for (int node = 0; node < cluster.size(); node++) {
            load.moveTo(cluster.client((node + 1) % cluster.size()));
            cluster.stop(node);
            load.awaitMore();
            cluster.restart(node);
            load.awaitMore();
        }
        load.end();
        assertEquals(load.acknowledged(), count());
    }

    @Test
    void shouldSayWhyItDoesNotHandOver() throws Exception {
        get(cluster.client().submit(number(1)));
        final int leader = leader();
        final int down = (leader + 1) % cluster.size();
        assertEquals(leader, get(cluster.node(down).transferLeadership(0, leader)).leader());
        assertReason("node 9 is no member", cluster.node(leader).transferLeadership(0, 9));
        cluster.stop(down);
        final long begunNs = System.nanoTime();
        while (true) {
            final CompletableFuture<Leadership> asked = cluster.node(leader).transferLeadership(0, down);
            final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(asked));
            assertInstanceOf(LeadershipTransferException.class, failure.getCause());
            if (failure.getMessage().contains("has acknowledged nothing")) {
                break;
            }
            assertTrue(System.nanoTime() - begunNs < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS), failure::getMessage);
        }
        assertEquals(leader, leader());
        assertEquals(3 - leader - down, get(cluster.node(leader).transferLeadership(0)).leader());
        get(cluster.client().submit(number(1)));
    }

    private static void assertReason(final String reason, final CompletableFuture<Leadership> asked) {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(asked));
        assertInstanceOf(LeadershipTransferException.class, failure.getCause());
        assertTrue(failure.getMessage().contains(reason), failure::getMessage);
    }

    /** Who leads at the highest ballot that any node knows. */
    private int leader() {
        long ballot = 0;
        int leader = -1;
        for (int i = 0; i < cluster.size(); i++) {
            try {
                if (cluster.node(i).status(0).ballot() > ballot) {
                    ballot = cluster.node(i).status(0).ballot();
                    leader = cluster.node(i).status(0).leader();
                }
            } catch (final IllegalStateException e) {
                continue;
            }
        }
        return leader;
    }

    private long count() throws Exception {
        return value(cluster.client().query(new byte[0]));
    }
}
