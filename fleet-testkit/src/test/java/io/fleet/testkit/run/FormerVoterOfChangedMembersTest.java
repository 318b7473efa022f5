package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.storage.Life;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One of four nodes was replaced while its old process lives, another one has not heard of that, and one that has is
 * removed: the two that do not know of the replacement make up no quorum of those who are left.
 */
class FormerVoterOfChangedMembersTest {
    private static final int NODES = 4;

    private final Lan lan = new Lan();
    private final Map<Integer, String> book = new HashMap<>();
    private final List<Lan.Process> nodes = new ArrayList<>();

    @Test
    @Tag("hazard-S-A4b")
    void shouldElectNobodyByAFormerVoterOfTheMembersBefore() {
        for (int node = 0; node < NODES; node++) {
            book.put(node, "node-" + node + ":9001");
        }
        for (int node = 0; node < NODES; node++) {
            nodes.add(lan.start(node, book.get(node), book, empty()));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)
            && nodes.stream().anyMatch(Lan.Process::isLeader)));
        final Lan.Client client = lan.client(7, 0, Lan.CONFIG, book);
        lan.run(1_000);
        final Lan.Process leader = nodes.stream().filter(Lan.Process::isLeader).findFirst().orElseThrow();
        final int[] others = IntStream.range(0, NODES).filter(node -> nodes.get(node) != leader).toArray();
        final Lan.Process former = nodes.get(others[0]);
        final Lan.Process unaware = nodes.get(others[1]);
        final Lan.Process goes = nodes.get(others[2]);
        lan.cut((from, to, packet) -> from == former || to == former || (from == unaware || to == unaware)
            && from != leader && to != leader);
        final Lan.Process replacement = lan.start(others[0], book.get(others[0]), book, empty());
        assertTrue(lan.runUntil(20_000, replacement::isVoter), "it is repaired by two others");
        assertEquals(2, Life.number(replacement.core().life()));
        assertTrue(leader.isLeader());
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.REMOVE;
        change.node = others[2];
        leader.core().group(0).changeMembers(change, MemberOutcome.NONE);
        assertTrue(lan.runUntil(20_000, () -> List.of(leader, replacement, unaware).stream()
            .allMatch(node -> node.core().group(0).watch().configuration().member(others[2]) == null) && leader
                .isLeader()));
        lan.run(1_000);
        goes.kill();
        final Set<Lan.Process> side = Set.of(former, unaware);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to));
        for (int i = 0; i < 8_000; i++) {
            lan.run(1);
            assertFalse(unaware.isLeader() || former.isLeader(), "elected by one node and a former one");
        }
        write(client);
        former.kill();
        lan.cut((from, to, packet) -> false);
        assertTrue(lan.runUntil(20_000, () -> unaware.status().chosen() >= leader.status().chosen()));
    }

    private void write(final Lan.Client client) {
        final int before = client.answers();
        client.submit();
        assertTrue(lan.runUntil(20_000, () -> client.answers() > before), client.failures::toString);
    }

    private static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}
