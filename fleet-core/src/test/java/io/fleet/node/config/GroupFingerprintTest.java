package io.fleet.node.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.config.LeaseConfig;
import io.fleet.config.Persistence;
import io.fleet.config.ReplierPolicy;
import io.fleet.storage.meta.GroupSettings;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GroupFingerprintTest {
    private static final int[] THREE = {0, 1, 2};
    private static final GroupConfig DEFAULTS = GroupConfig.scattered();

    @Test
    void shouldDifferInEachSettingThatAGroupAgreesOn() { // S9, S14
        final Set<Integer> versions = List.of(DEFAULTS, DEFAULTS.withClientWindow(8), DEFAULTS.withMaxSessions(8),
            DEFAULTS.withSessionTimeoutMillis(8_000), DEFAULTS.withMaxReplyBytes(8_000),
            DEFAULTS.withSessionBytes(8_000),
            GroupConfig.coded(2, 3), GroupConfig.coded(3, 2)).stream()
            .map(config -> of(THREE, config)).collect(Collectors.toSet());
        assertEquals(8, versions.size());
    }

    @Test
    void shouldDifferInLeasesThatReplicasHold() { // L8: who has none shows what holders have not applied
        final LeaseConfig leases = LeaseConfig.of(250);
        final int version = of(THREE, DEFAULTS);
        final List<GroupConfig> configs = List.of(DEFAULTS, DEFAULTS.withLeases(leases.atEveryReplica()),
            DEFAULTS.withLeases(LeaseConfig.of(300).atEveryReplica()),
            DEFAULTS.withLeases(new LeaseConfig(250, 1_000, true)));
        for (final int recorded : new int[] {version, 4711, Integer.MAX_VALUE}) {
            final Set<Integer> carried = configs.stream()
                .map(config -> GroupFingerprint.carried(recorded, AgreedSettings.of(config)))
                .collect(Collectors.toSet());
            assertEquals(4, carried.size());
            assertTrue(carried.contains(recorded), "without such leases it is what it ever was");
            assertTrue(carried.stream().allMatch(each -> each > 0));
        }
        assertEquals(4, configs.stream().map(config -> GroupFingerprint.ofAgreed(AgreedSettings.of(config)))
            .collect(Collectors.toSet()).size());
        assertEquals(GroupFingerprint.ofSettings(DEFAULTS),
            GroupFingerprint.ofAgreed(AgreedSettings.of(DEFAULTS.withLeases(leases))), "of the leader alone");
        assertEquals(GroupFingerprint.UNKNOWN, GroupFingerprint.carried(GroupFingerprint.UNKNOWN,
            AgreedSettings.of(configs.get(1))), "it has heard of no group yet");
    }

    @Test
    void shouldDifferInTheNumberOfDutyThreads() {
        final int version = of(THREE, DEFAULTS);
        final GroupConfig leased = DEFAULTS.withLeases(LeaseConfig.of(250).atEveryReplica());
        final List<GroupSettings> settings = List.of(AgreedSettings.of(DEFAULTS, 1), AgreedSettings.of(DEFAULTS, 2),
            AgreedSettings.of(DEFAULTS, 3), AgreedSettings.of(leased, 1), AgreedSettings.of(leased, 2));
        assertEquals(5, settings.stream().map(each -> GroupFingerprint.carried(version, each))
            .collect(Collectors.toSet()).size());
        assertEquals(version, GroupFingerprint.carried(version, settings.get(0)), "as ever");
        assertEquals(GroupFingerprint.UNKNOWN, GroupFingerprint.carried(GroupFingerprint.UNKNOWN, settings.get(1)));
        assertEquals(version, GroupFingerprint.of(THREE, settings.get(1)), "it is not recorded");
        assertTrue(settings.get(1).text().endsWith("dutyThreads=2"));
        final Set<Integer> founders = Set.of(GroupFingerprint.ofFounders(THREE, Shard.ALL),
            GroupFingerprint.ofFounders(THREE, new Shard(0, 2)), GroupFingerprint.ofFounders(THREE, new Shard(1, 2)),
            GroupFingerprint.ofFounders(THREE, new Shard(0, 3)));
        assertEquals(4, founders.size());
        assertEquals(GroupFingerprint.UNKNOWN, GroupFingerprint.ofFounders(new int[0], new Shard(1, 2)));
    }

    /** Configurations record these for ever, and the leases may be others at the next start. */
    @Test
    void shouldNotRecordTheLeasesOfTheFounders() { // L8
        final GroupConfig leased = DEFAULTS.withLeases(LeaseConfig.of(250).atEveryReplica());
        assertEquals(of(THREE, DEFAULTS), of(THREE, leased));
        assertEquals(GroupFingerprint.ofSettings(DEFAULTS), GroupFingerprint.ofSettings(leased));
    }

    @Test
    void shouldDifferInTheMembers() { // S14
        final Set<Integer> versions = List.of(THREE, new int[] {0, 1, 3}, new int[] {0, 1}, new int[] {0, 1, 2, 3},
            new int[] {0, 1, 258}).stream().map(members -> of(members, DEFAULTS)).collect(Collectors.toSet());
        assertEquals(5, versions.size());
        assertTrue(versions.stream().allMatch(version -> version >= 0));
    }

    @Test
    void shouldNotDependOnWhatIsEachNodesOwn() {
        final GroupConfig other = DEFAULTS.withPersistence(Persistence.ORDERED)
            .withDissemination(Dissemination.LEADER).withReplierPolicy(ReplierPolicy.LEADER)
            .withLearning(Learning.LEADER).withWindowEntries(16)
            .withPendingEntries(16).withPendingBytes(1 << 20).withMaxBatchBytes(1024).withMaxCommandBytes(64)
            .withReplierQueueBound(1).withElectionTimeoutMillis(100).withHeartbeatMillis(10).withResendMillis(10)
            .withRequestTimeoutMillis(1_000).withRetryMillis(10);
        assertEquals(of(THREE, DEFAULTS), of(THREE, other));
    }

    private static int of(final int[] members, final GroupConfig config) {
        return GroupFingerprint.of(members, AgreedSettings.of(config));
    }
}
