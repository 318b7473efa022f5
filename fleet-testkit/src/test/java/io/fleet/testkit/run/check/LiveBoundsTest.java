package io.fleet.testkit.run.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.config.GroupConfig;
import io.fleet.testkit.run.cluster.NodeSettings;
import io.fleet.testkit.run.cluster.OwnSettings;
import io.fleet.testkit.run.plan.SeedConfig;
import org.junit.jupiter.api.Test;

class LiveBoundsTest {
    private static final long MS = 1_000_000;
    private static final SeedConfig CONFIG = SeedConfig.plain();

    @Test
    void shouldAllowTwentyElectionTimeoutsAndTheLazyFlushes() {
        assertEquals((3_125 + 10 * 300 + 2 * 20) * MS, bounds(CONFIG, false).boundNs(1_000));
        assertEquals((20 * 300 + 2 * 20 + 5_000) * MS, bounds(CONFIG, false).strandedBoundNs(6_040 * MS));
    }

    @Test
    void shouldAllowAClientToWaitForAReplierThatIsGoneAndToAskAgain() { // seeds 3600, 5820, 7847
        final GroupConfig patient = CONFIG.config().withRequestTimeoutMillis(8_000);
        assertEquals((5_000 + 10 * 300 + 2 * 20) * MS, bounds(CONFIG.withConfig(patient), false).boundNs(1));
    }

    @Test
    void shouldAllowASlowNodeItsCycles() {
        final LiveBounds slow = bounds(CONFIG, true);
        assertEquals(30 * MS, slow.slowCycleNs());
        assertEquals((3_125 + 10 * 300 + 2 * 20 + 3 * 3 * 30) * MS, slow.boundNs(3 * 64));
    }

    @Test
    void shouldAllowThatAMemberCatchesUpAndThatASuspectTrustsItsDisk() {
        assertEquals((3_125 + 10 * 300 + 2 * 20 + 10_000) * MS, bounds(CONFIG.withSpares(1), false).boundNs(1));
        assertEquals((2 * 20 + 40 * 30) * MS, bounds(CONFIG.withCode(2, 2), false).lazyNs());
    }

    private static LiveBounds bounds(final SeedConfig config, final boolean isSlow) {
        return new LiveBounds(config, NodeSettings.same(config.nodes(), OwnSettings.of(config)), isSlow);
    }
}
