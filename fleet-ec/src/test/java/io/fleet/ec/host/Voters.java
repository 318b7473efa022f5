package io.fleet.ec.host;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.storage.Standing;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for members to vote: one that was late at the founding is repaired first, and is like one that is down. */
final class Voters {
    private Voters() {
    }

    static void awaitAll(final FleetCluster cluster) {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        for (int node = 0; node < cluster.size();) {
            if (cluster.node(node).status(0).standing() == Standing.VOTER) {
                node++;
            } else {
                assertTrue(System.nanoTime() - deadline < 0, "all vote; the first that does not is " + node);
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}
