package io.fleet.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.node.status.DirectoryUsage;
import io.fleet.node.status.GroupReport;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.MemberStatus;
import io.fleet.node.status.MembershipState;
import io.fleet.node.status.NodeEvent;
import io.fleet.node.status.NodeStatus;
import io.fleet.storage.VoterState;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The exact words and fields that people and programs read. */
class StatusFormsTest {
    private static final GroupReport LEADING = new GroupReport(new GroupStatus(0, Role.LEADER, 3 << 16 | 1, 1, 120, 119,
        118, 100, 2, 5, VoterState.VOTER, 0, null), true, true, 4096, List.of(
            new MemberStatus(1, "127.0.0.1:9001", true, MemberRole.FULL, 118, 1, 0),
            new MemberStatus(2, "127.0.0.1:9002", true, MemberRole.FULL, 110, 9, 4),
            new MemberStatus(3, "127.0.0.1:9003", true, MemberRole.FULL, -1, -1, -1)), 812, MembershipState.VOTER);
    private static final GroupReport LOST = new GroupReport(new GroupStatus(7, Role.FOLLOWER, 0, -1, 0, 0, 0, 0, 0, 0,
        VoterState.LOST, 0, null), false, true, 4096, List.of(new MemberStatus(1, null, true, MemberRole.FULL, 0, 0,
            0)),
        0, MembershipState.VOTER);

    private static final Configuration MEMBERS = Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of());

    private static NodeStatus status(final long cycleMillis, final GroupReport... groups) {
        return new NodeStatus(1, 1, "running", 1_700_000_000_000L, 7_384_000, cycleMillis, false,
            List.of(new DirectoryUsage(Path.of("/data/n1"), 64 << 20, 1536, 0, 512 << 10, 3L << 30, 4L << 30)),
            List.of(groups));
    }

    @Test
    void shouldTellPeopleHowANodeStands() {
        assertEquals("""
            node 1 of cluster 1: running for 2 h 3 min, live, ready
            data /data/n1: scattered 64.0 MiB, ordered 1.5 KiB, snapshots 0 B, other 512.0 KiB; 3.0 GiB of 4.0 GiB free
            group 0: LEADER, ballot 3.1, leader 1; VOTER
              ordered 120, chosen 119, applied 118, durable 100; 2 sessions, 5 timers
              member  address                        applied    behind  heard
              1       127.0.0.1:9001                     118         1  0 ms ago
              2       127.0.0.1:9002                     110         9  4 ms ago
              3       127.0.0.1:9003                       -         -  never
            """, StatusText.status(status(2, LEADING), group -> MEMBERS));
    }

    @Test
    void shouldTellPeopleHowVotersCountWhereThatIsNoMajority() {
        final String text = StatusText.status(status(2, LEADING),
            group -> MEMBERS.withQuorums(QuorumLayout.parse("groups:1")));
        assertTrue(text.endsWith("""
              ordered 120, chosen 119, applied 118, durable 100; 2 sessions, 5 timers
              quorums groups 1; elections need majority too
              member  address                        applied    behind  heard
              1       127.0.0.1:9001                     118         1  0 ms ago, storage group 1
              2       127.0.0.1:9002                     110         9  4 ms ago, counts in elections only, as before
              3       127.0.0.1:9003                       -         -  never, counts in elections only, as before
            """), text);
    }

    @Test
    void shouldTellPeopleWhyANodeIsNotReady() {
        assertEquals("""
            node 1 of cluster 1: running for 2 h 3 min, live, not ready
              group 7: hears no leader
            data /data/n1: scattered 64.0 MiB, ordered 1.5 KiB, snapshots 0 B, other 512.0 KiB; 3.0 GiB of 4.0 GiB free
            group 7: FOLLOWER, ballot none, leader unknown (not heard); LOST: waits for a leader and enough voters
              ordered 0, chosen 0, applied 0, durable 0; 0 sessions, 0 timers
              member  address                        applied    behind  heard
              1       shared memory                        0         0  0 ms ago
            """, StatusText.status(status(2, LOST), group -> MEMBERS));
    }

    @Test
    void shouldTellProgramsHowANodeStands() {
        assertEquals("{\"clusterId\":1,\"nodeId\":1,\"state\":\"running\",\"live\":true,\"ready\":true,\"notReady\":[],"
            + "\"startedMillis\":1700000000000,\"upMillis\":7384000,\"cycleMillis\":2,\"diskFull\":false,"
            + "\"directories\":[{\"path\":\"/data/n1\",\"scatteredBytes\":67108864,\"orderedBytes\":1536,"
            + "\"snapshotBytes\":0,\"otherBytes\":524288,\"freeBytes\":3221225472,\"totalBytes\":4294967296}],"
            + "\"groups\":[{\"group\":0,\"role\":\"leader\",\"ballot\":\"3.1\",\"leader\":1,\"leaderHeard\":true,"
            + "\"standing\":\"voter\",\"repairTarget\":0,\"ordered\":120,\"chosen\":119,\"applied\":118,"
            + "\"durable\":100,\"lag\":2,\"sessions\":2,\"timers\":5,"
            + "\"membersLsn\":812,\"belongs\":\"voter\",\"members\":["
            + "{\"nodeId\":1,\"address\":\"127.0.0.1:9001\",\"voter\":true,\"role\":\"full\","
            + "\"applied\":118,\"lag\":1,\"silentMillis\":0},"
            + "{\"nodeId\":2,\"address\":\"127.0.0.1:9002\",\"voter\":true,\"role\":\"full\","
            + "\"applied\":110,\"lag\":9,\"silentMillis\":4},"
            + "{\"nodeId\":3,\"address\":\"127.0.0.1:9003\",\"voter\":true,\"role\":\"full\","
            + "\"applied\":-1,\"lag\":-1,\"silentMillis\":-1}]}]}",
            StatusJson.status(status(2, LEADING)));
        assertTrue(StatusJson.status(status(2, LOST)).contains("\"address\":null"));
    }

    @Test
    void shouldBeReadyOnlyWhenEveryGroupIs() {
        assertEquals(List.of(), status(2, LEADING).notReady());
        assertEquals(List.of("group 7: hears no leader"), status(2, LEADING, LOST).notReady());
        final GroupReport unheard = new GroupReport(LOST.status(), true, true, 4096, List.of(), 0,
            MembershipState.VOTER);
        assertEquals("group 7: does not vote; LOST: waits for a leader and enough voters", unheard.notReady());
        final GroupReport behind = new GroupReport(LEADING.status(), true, true, 1, List.of(), 0,
            MembershipState.VOTER);
        assertEquals("group 0: 2 entries behind, more than 1", behind.notReady());
        final GroupReport refusing = new GroupReport(new GroupStatus(4, Role.PROXY, 9, -1, 3, 3, 3, 3, 0, 0,
            VoterState.VOTER, 0, "holds too much"), true, true, 4096, List.of(), 0, MembershipState.VOTER);
        assertEquals("group 4: holds too much", refusing.notReady());
        assertEquals("group 0: is removed from it; its members are 1, 2, 3",
            belongs(MembershipState.REMOVED).notReady());
        assertTrue(StatusText.status(status(2, belongs(MembershipState.REMOVED)), group -> MEMBERS)
            .contains("; REMOVED: does not belong to the group any more\n"), "a removed node does not vote");
        final GroupReport outdated =
            new GroupReport(LEADING.status(), true, false, 4096, List.of(), 0, MembershipState.VOTER);
        assertEquals("group 0: hears a leader, but none yet that acts on the same members", outdated.notReady());
        assertEquals("group 0: waits to be added to it", belongs(MembershipState.NOT_YET).notReady());
        final GroupReport joins = new GroupReport(new GroupStatus(3, Role.FOLLOWER, 0, -1, 0, 0, 0, 0, 0, 0,
            VoterState.NEW, 0, null), false, true, 4096, List.of(), 0, MembershipState.NOT_YET);
        assertTrue(StatusText.status(status(2, joins), group -> MEMBERS).contains(
            "(not heard); NEW: waits to be added\n"));
        assertEquals("group 0: learns, and votes when it has caught up", belongs(MembershipState.LEARNER).notReady());
        assertEquals(List.of("has made no step for 10000 ms"), status(10_000, LEADING).notReady());
        final NodeStatus full = new NodeStatus(1, 1, "running", 0, 0, 2, true, List.of(), List.of(LOST));
        assertEquals(List.of("a disk is full: nothing more is accepted", "group 7: hears no leader"), full.notReady());
        assertFalse(status(10_000, LEADING).isLive());
        assertTrue(status(9_999, LEADING).isLive());
    }

    private static GroupReport belongs(final MembershipState belonging) {
        return new GroupReport(LEADING.status(), true, true, 4096, LEADING.members(), 812, belonging);
    }

    @Test
    void shouldTellEvents() {
        final List<NodeEvent> events = List.of(
            new NodeEvent(1, 1_700_000_000_000L, NodeEvent.Kind.STARTED, -1, 0, "", "group 0 recovered up to LSN 4"),
            new NodeEvent(12, 1_700_000_000_123L, NodeEvent.Kind.ROLE, 0, 3 << 16 | 1, "LEADER", "say \"why\"\n"),
            new NodeEvent(13, 1_700_000_000_999L, NodeEvent.Kind.STOPPED, -1, 0, "", ""));
        assertEquals("""
                1  2023-11-14 22:13:20.000  node      started: group 0 recovered up to LSN 4
               12  2023-11-14 22:13:20.123  group 0   role LEADER (ballot 3.1): say "why"
               13  2023-11-14 22:13:20.999  node      stopped
            """, StatusText.events(events));
        assertTrue(StatusJson.events(events).contains("{\"number\":12,\"epochMillis\":1700000000123,\"kind\":\"role\","
            + "\"group\":0,\"ballot\":\"3.1\",\"state\":\"LEADER\",\"reason\":\"say \\\"why\\\"\\n\"}"),
            StatusJson.events(events));
    }

    @Test
    void shouldEscapeWhatJsonDoesNotTake() {
        assertEquals("{\"a\":\"\\\\ \\u0001 \\t\\r \\ud83d\\ude00 \u00e4\",\"b\":[1,true,null]}",
            new JsonWriter().begin().field("a", "\\ \u0001 \t\r \ud83d\ude00 \u00e4").name("b").beginArray().value(1)
                .value(true).value(null).endArray().end().toString());
    }

    @Test
    void shouldRoundDurations() {
        assertEquals("999 ms", StatusText.duration(999));
        assertEquals("59 s", StatusText.duration(59_999));
        assertEquals("1 min 5 s", StatusText.duration(65_000));
        assertEquals("47 h 59 min", StatusText.duration(48L * 3_600_000 - 1));
        assertEquals("2 d 1 h", StatusText.duration(49L * 3_600_000));
    }
}
