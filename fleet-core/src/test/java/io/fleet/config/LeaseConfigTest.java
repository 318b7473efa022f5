package io.fleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.ConfigException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LeaseConfigTest {
    @Test
    void shouldBeOffUnlessAskedFor() {
        assertFalse(GroupConfig.scattered().leases().isOn());
        assertTrue(GroupConfig.scattered().withLeases(LeaseConfig.of(200)).leases().isOn());
        assertTrue(GroupConfig.scattered().withLeases(LeaseConfig.of(200)).check().toString()
            .contains("leases=200 ms, 100000 ppm"));
    }

    @Test
    @Tag("hazard-S-D1")
    void shouldCoverByDefaultHowFastTimeDaemonsSlew() { // L2: that of the leader is slow, others fast
        final double slewed = 83_333e-6;
        final double oscillator = 100e-6;
        for (final long millis : new long[] {LeaseConfig.MIN_MILLIS, 250, LeaseConfig.MAX_MILLIS}) {
            final LeaseConfig lease = LeaseConfig.of(millis);
            assertTrue(lease.countedNs() / (1 - slewed - oscillator) <= lease.grantedNs() / (1 + slewed + oscillator),
                millis + " ms");
        }
    }

    @Test
    @Tag("hazard-U-still")
    void shouldTakeOffForHowLongAClockMayStandStillUnnoticed() { // L2: a second that begins in the lease counts whole
        assertEquals(6_000_000, new LeaseConfig(10, 0).countedNs());
        assertEquals(245_500_000, new LeaseConfig(250, 1_000).countedNs());
        assertEquals(994_000_000, new LeaseConfig(1_000, 0).countedNs());
        assertEquals(4_000_000, new LeaseConfig(LeaseConfig.MIN_MILLIS, LeaseConfig.MAX_PPM).countedNs(), "the least");
    }

    @Test
    void shouldNameWhatIsAllowed() {
        assertEquals("millis of leases is 9, but must be from 10 to 60000", refusal(9, 0));
        assertEquals("millis of leases is 60001, but must be from 10 to 60000", refusal(60_001, 0));
        assertEquals("millis of leases is -1, but must be from 10 to 60000", refusal(-1, 0));
        assertEquals("maxDriftPpm of leases is 100001, but must be from 0 to 100000", refusal(10, 100_001));
        assertEquals("maxDriftPpm of leases is -1, but must be from 0 to 100000", refusal(10, -1));
        assertEquals("maxDriftPpm of no leases is 5, but must be from 0 to 0", refusal(0, 5));
    }

    @Test
    void shouldRefuseLeasesWhereNobodyLeads() {
        final GroupConfig coded = GroupConfig.coded(3, 2).withLeases(LeaseConfig.of(200));
        assertTrue(assertThrows(ConfigException.class, coded::check).getMessage().endsWith(": nobody leads it"));
    }

    @Test
    void shouldWaitAfterAStartForTheLongestLease() { // L3
        assertEquals(0, LeaseConfig.OFF.startNs(0));
        assertEquals(300_000_000, LeaseConfig.OFF.startNs(300));
        assertEquals(360_000_000, new LeaseConfig(10, 100_000).startNs(300));
        assertEquals(480_000_000, new LeaseConfig(400, 100_000).startNs(300));
    }

    @Test
    void shouldLendToReplicasWhereItIsLongEnough() { // L6
        final LeaseConfig leases = LeaseConfig.of(250).atEveryReplica();
        assertTrue(leases.atReplicas());
        assertEquals("250 ms, 100000 ppm, at every replica", leases.toString());
        assertFalse(LeaseConfig.of(250).atReplicas());
        assertEquals(leases.countedNs(), leases.countedNs(leases.grantedNs()));
        final LeaseConfig least =
            new LeaseConfig(LeaseConfig.MIN_MILLIS_AT_REPLICAS, LeaseConfig.MAX_PPM).atEveryReplica();
        assertTrue(least.countedNs(least.countedNs() * 3 / 4) > 10_000_000, "what is left of it for a replica");
        assertThrows(ConfigException.class, LeaseConfig.OFF::atEveryReplica);
        assertThrows(ConfigException.class, () -> LeaseConfig.of(39).atEveryReplica());
    }

    /** A holder that is gone holds up answers for a lease. */
    @Test
    void shouldNotLendForLongerThanClientsWait() { // L7
        final GroupConfig config = GroupConfig.scattered().withRequestTimeoutMillis(500);
        assertEquals(500, config.withLeases(LeaseConfig.of(500).atEveryReplica()).check().leases().millis());
        assertEquals(501, config.withLeases(LeaseConfig.of(501)).check().leases().millis());
        assertEquals("millis of leases at every replica (at most requestTimeoutMillis) is 501, but must be from 40 to"
            + " 500", assertThrows(ConfigException.class,
                config.withLeases(LeaseConfig.of(501).atEveryReplica())::check).getMessage());
    }

    private static String refusal(final long millis, final int ppm) {
        return assertThrows(ConfigException.class, () -> new LeaseConfig(millis, ppm)).getMessage();
    }
}
