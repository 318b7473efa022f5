package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.wire.sbe.LifeNoticeDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A node was replaced while its old process lives, and then a voter that knew of that loses its disk: the knowledge
 * comes back with its repair, so that it never makes up a quorum with the old process.
 */
class LostKnowledgeTest extends LanGroup {
    private Lan.Process leader;
    private Lan.Process former;
    private Lan.Process replacement;
    private List<Lan.Process> others;

    @Test
    @Tag("hazard-S-A4b")
    void shouldNotBeRepairedByAFormerVoterOfThree() {
        replaceOneOf(3, Set.of(0));
        final Lan.Process lost = others.get(0);
        final int node = nodes.indexOf(lost);
        lost.kill();
        lan.cut((from, to, packet) -> are(from, to, former, replacement) || are(from, to, former, leader)
            || isOf(from, node) && to == replacement || isOf(to, node) && from == replacement);
        final Lan.Process empty = start(node);
        lan.run(5_000);
        assertFalse(empty.isVoter(), "repaired by the leader and a former voter");
        split(Set.of(empty, former));
        for (int i = 0; i < 4_000; i++) {
            lan.run(1);
            assertFalse(empty.isLeader() || former.isLeader(), "elected by a former voter");
        }
        write();
        former.kill();
        heal();
        assertTrue(lan.runUntil(20_000, empty::isVoter), "it is repaired by the two others");
        write();
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldKnowAgainWhatItsDiskKnewOfAnother() {
        replaceOneOf(5, Set.of(0));
        final Lan.Process unaware = others.get(0);
        final Lan.Process lost = others.get(1);
        final int node = nodes.indexOf(lost);
        lost.kill();
        lan.cut((from, to, packet) -> from == former || to == former || are(from, to, unaware, replacement)
            || to == unaware && isA(packet, LifeNoticeDecoder.TEMPLATE_ID) && !isOf(from, node)
            || isOf(from, node) && to == replacement || isOf(to, node) && from == replacement);
        final Lan.Process empty = start(node);
        assertTrue(lan.runUntil(20_000, empty::isVoter), "it is repaired by the three that it hears");
        final Set<Lan.Process> side = Set.of(former, unaware, empty);
        split(side);
        final long chosen = unaware.status().chosen();
        for (int i = 0; i < 6_000; i++) {
            lan.run(1);
            assertFalse(side.stream().anyMatch(Lan.Process::isLeader), "elected by two nodes and a former one");
        }
        assertEquals(chosen, unaware.status().chosen());
        write();
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldNotVoteInACodedGroupByAFormerVoter() {
        lan = new Lan(coded(1, 2));
        replaceOneOf(3, Set.of(0));
        final Lan.Process lost = others.get(0);
        final int node = nodes.indexOf(lost);
        lost.kill();
        lan.cut((from, to, packet) -> are(from, to, former, replacement) || are(from, to, former, leader)
            || isOf(from, node) && to == replacement || isOf(to, node) && from == replacement);
        final Lan.Process empty = start(node);
        for (int i = 0; i < 20; i++) {
            client.submit();
            lan.run(300);
            assertFalse(empty.isVoter(), "repaired by one node and a former one");
        }
        former.kill();
        heal();
        assertTrue(lan.runUntil(60_000, empty::isVoter), "it is repaired by the two others");
        write();
    }

    /**
     * Starts nodes, and replaces one by an empty one which those at some places among the others do not hear of. One
     * node, which leads where one does, comes first in no list.
     */
    private void replaceOneOf(final int count, final Set<Integer> unaware) {
        found(count);
        connect();
        lan.run(2_000);
        leader = nodes.stream().filter(Lan.Process::isLeader).findFirst().orElse(nodes.get(0));
        final int[] left = IntStream.range(0, count).filter(node -> nodes.get(node) != leader).toArray();
        former = nodes.get(left[0]);
        others = IntStream.range(1, left.length).mapToObj(i -> nodes.get(left[i])).toList();
        final List<Lan.Process> cutOff = new ArrayList<>(List.of(former));
        if (count > 3) {
            unaware.forEach(i -> cutOff.add(others.get(i)));
        }
        split(Set.copyOf(cutOff));
        replacement = start(left[0]);
        awaitRepair(replacement, "the others");
    }

    private boolean isOf(final Lan.Process process, final int node) {
        return process.core() != null && process.core().nodeId() == node;
    }
}
