package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.member.MemberChange;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One of four nodes was replaced while its old process lives, another one has not heard of that, and one that has is
 * removed: the two that do not know of the replacement make up no quorum of those who are left.
 */
class FormerVoterOfChangedMembersTest extends LanGroup {
    private static final int NODES = 4;

    @Test
    @Tag("hazard-S-A4b")
    void shouldElectNobodyByAFormerVoterOfTheMembersBefore() {
        found(NODES);
        connect();
        lan.run(1_000);
        final Lan.Process leader = leader();
        final int[] others = IntStream.range(0, NODES).filter(node -> nodes.get(node) != leader).toArray();
        final Lan.Process former = nodes.get(others[0]);
        final Lan.Process unaware = nodes.get(others[1]);
        final Lan.Process goes = nodes.get(others[2]);
        lan.cut((from, to, packet) -> from == former || to == former || (from == unaware || to == unaware)
            && from != leader && to != leader);
        final Lan.Process replacement = start(others[0]);
        awaitRepair(replacement, "two others");
        assertTrue(leader.isLeader());
        change(leader, MemberChange.REMOVE, others[2]);
        assertTrue(lan.runUntil(20_000, () -> List.of(leader, replacement, unaware).stream()
            .allMatch(node -> configuration(node).member(others[2]) == null) && leader.isLeader()));
        lan.run(1_000);
        goes.kill();
        final Set<Lan.Process> side = Set.of(former, unaware);
        split(side);
        for (int i = 0; i < 8_000; i++) {
            lan.run(1);
            assertFalse(unaware.isLeader() || former.isLeader(), "elected by one node and a former one");
        }
        write();
        former.kill();
        heal();
        assertTrue(lan.runUntil(20_000, () -> unaware.status().chosen() >= leader.status().chosen()));
    }
}
