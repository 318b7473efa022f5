package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Role;
import io.fleet.node.status.NodeEvents;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One group more than may campaign at once, while time stands. */
class GroupNewsTest {
    private static final int SELF = 1;
    private static final int OTHER = 2;
    private static final long PATIENCE_NS = 100;

    private final CampaignGate gate = new CampaignGate();
    private final List<GroupNews> groups = new ArrayList<>();
    private final GroupNews next = news(CampaignGate.MOST);

    GroupNewsTest() {
        for (int i = 0; i < CampaignGate.MOST; i++) {
            groups.add(news(i));
            assertTrue(may(groups.get(i), 0));
        }
    }

    @Test
    void shouldLetAnotherOneBeginWhenOneLeads() {
        assertFalse(may(next, 0));
        become(groups.get(5), Role.CANDIDATE, Role.RECOVERING);
        assertFalse(may(next, 0));
        become(groups.get(5), Role.RECOVERING, Role.LEADER);
        assertTrue(may(next, 0));
        assertFalse(may(news(40), 0));
    }

    @Test
    void shouldLetAnotherOneBeginWhenOneFollows() {
        become(groups.get(5), Role.PRE_CANDIDATE, Role.CANDIDATE);
        assertFalse(may(next, 0));
        become(groups.get(5), Role.CANDIDATE, Role.FOLLOWER);
        assertTrue(may(next, 0));
    }

    @Test
    void shouldComeBehindOthersUntilThereIsALeader() {
        final GroupNews failed = groups.get(5);
        assertFalse(may(next, 0));
        become(failed, Role.CANDIDATE, Role.FOLLOWER);
        assertFalse(may(failed, 0));
        failed.onLeader(3, SELF);
        assertFalse(may(failed, 0), "it has not come to lead");
        failed.onLeader(4, OTHER);
        assertTrue(may(failed, 0));
        become(failed, Role.RECOVERING, Role.LEADER);
        assertTrue(may(failed, 0), "it led");
    }

    private GroupNews news(final int groupId) {
        return new GroupNews(groupId, SELF, NodeEvents.NONE, gate,
            new RoleCheck(groupId, SELF, false, NodeEvents.NONE));
    }

    private static boolean may(final GroupNews group, final long nowNs) {
        return group.mayCampaign(PATIENCE_NS, nowNs);
    }

    private static void become(final GroupNews group, final Role from, final Role to) {
        group.onRole(from, to, 1, "a test");
    }
}
