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

    private static String refusal(final long millis, final int ppm) {
        return assertThrows(ConfigException.class, () -> new LeaseConfig(millis, ppm)).getMessage();
    }
}
