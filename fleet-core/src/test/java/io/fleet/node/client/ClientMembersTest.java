package io.fleet.node.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.Members;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.FakeTransport;
import io.fleet.node.config.AgreedSettings;
import io.fleet.node.config.GroupFingerprint;
import io.fleet.storage.meta.GroupSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a remote client makes of what nodes say about members. */
class ClientMembersTest {
    private static final int[] FOUNDERS = {0, 1, 2};
    private static final GroupSettings SETTINGS = AgreedSettings.of(GroupConfig.scattered());
    private static final int CHECKSUM = GroupFingerprint.of(new int[0], SETTINGS);
    private static final int VERSION = GroupFingerprint.of(FOUNDERS, SETTINGS);

    private final FakeTransport transport = new FakeTransport();
    private final List<Integer> former = new ArrayList<>();

    @Test
    @Expects("remote-client.newer-members")
    void shouldFollowTheMembersAndRememberWhomItWasToldOf() { // S14
        final ClientMembers members = members(0, 1, 2);
        assertEquals(VERSION, members.configVersion());
        assertEquals(0, members.version());

        assertTrue(onMembers(members, message(9, VERSION, CHECKSUM, 1, 2, 3)));

        assertEquals(9, members.version());
        assertEquals(Map.of(1, "host1:9001", 2, "host2:9002", 3, "host3:9003"), transport.reached);
        members.forEachFormer(former::add);
        assertEquals(List.of(0), former);
        assertFalse(onMembers(members, message(9, VERSION, CHECKSUM, 1, 2, 3)), "that is no news");
        assertFalse(onMembers(members, message(8, VERSION, CHECKSUM, 1, 2)), "that is older");
        assertTrue(onMembers(members, message(12, VERSION, CHECKSUM, 3, 4)));
        assertEquals(Map.of(3, "host3:9003", 4, "host4:9004"), transport.reached);
    }

    @Test
    @Expects("remote-client.group-founded-by-others")
    void shouldFindTheGroupOfWhomItWasToldOf() { // S14
        final ClientMembers members = members(7);
        transport.connect(7, "host4:9004");

        assertTrue(onMembers(members, message(20, VERSION, CHECKSUM, 3, 4)), "it knew node 4 under another number");

        assertEquals(VERSION, members.configVersion());
        assertEquals(Map.of(3, "host3:9003", 4, "host4:9004"), transport.reached);
        assertFalse(onMembers(members, message(30, VERSION + 1, CHECKSUM, 3, 4)), "that is another group");
        assertEquals(20, members.version());
    }

    @Test
    void shouldNotFollowAGroupWithOtherSettings() { // S9
        final ClientMembers members = members(0, 1, 2);
        assertFalse(onMembers(members, message(9, VERSION, CHECKSUM + 1, 3)));
        assertFalse(onMembers(members, message(9, GroupFingerprint.UNKNOWN, CHECKSUM, 3)));
        assertFalse(onMembers(members, message(9, VERSION, CHECKSUM)), "that has no members");
        assertEquals(Map.of(), transport.reached);
        assertEquals(VERSION, members.configVersion());
        members.forEachFormer(former::add);
        assertEquals(List.of(), former, "they are all that it knows");
    }

    /** Members may hold other leases than when the group was founded, and its configurations tell of none. */
    @Test
    void shouldListenToMembersWithItsOwnReplicaLeasesOnly() { // L8
        final GroupSettings leased = SETTINGS.withReplicaLeases(250, 1_000);
        final ClientMembers members = new ClientMembers(FOUNDERS, leased, transport, 1);
        final int carried = GroupFingerprint.carried(VERSION, leased);
        assertEquals(carried, members.configVersion());
        assertEquals(GroupFingerprint.ofAgreed(leased), members.settings());
        final Members news = message(9, VERSION, CHECKSUM, 1, 2, 3);
        assertFalse(members.onMembers(VERSION, news), "they hold none");
        assertFalse(members.onMembers(
            GroupFingerprint.carried(VERSION, SETTINGS.withReplicaLeases(300, 1_000)), news));
        assertTrue(members.onMembers(carried, news));
        assertEquals(carried, members.configVersion());
        assertFalse(members(0, 1, 2).onMembers(carried, news), "it was given none");
    }

    private ClientMembers members(final int... told) {
        return new ClientMembers(told, SETTINGS, transport, 1);
    }

    private static boolean onMembers(final ClientMembers members, final Members message) {
        return members.onMembers(message.configuration.groupVersion(), message);
    }

    private static Members message(final long version, final int groupVersion, final int settings,
                                   final int... nodes) {
        final List<GroupMember> members = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            members.add(new GroupMember(nodes[i], i, true, GroupMember.NOBODY, "host" + nodes[i] + ":900" + nodes[i]));
        }
        final Members message = new Members();
        message.configuration = new Configuration(version, 1, groupVersion, settings, members);
        return message;
    }
}
