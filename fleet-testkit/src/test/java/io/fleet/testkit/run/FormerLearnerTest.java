package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.member.MemberChange;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.PreVoteDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A node that is to take the place of another one loses its disk while it learns, and its old process lives on. Whoever
 * is elected later does not make the old process a voter: the two would count as one in two quorums.
 */
class FormerLearnerTest extends LanGroup {
    private static final int JOINS = 3;

    private final Map<Integer, SimMedium> disks = new HashMap<>();

    @Test
    @Tag("hazard-S-A4d")
    void shouldNotMakeAFormerLifeOfALearnerAVoter() {
        found(JOINS, node -> disks.computeIfAbsent(node, of -> empty()));
        final Lan.Process leads = leader();
        final Lan.Process aware = nodes.get((nodes.indexOf(leads) + 1) % JOINS);
        final Lan.Process unaware = nodes.get((nodes.indexOf(leads) + 2) % JOINS);
        final Lan.Process former = startJoining(JOINS, empty());
        lan.cut((from, to, packet) -> isA(packet, MemberProgressDecoder.TEMPLATE_ID));
        change(leads, MemberChange.REPLACE, JOINS, nodes.indexOf(leads));
        assertTrue(lan.runUntil(20_000, () -> Stream.of(leads, aware, unaware, former)
            .allMatch(node -> configuration(node).member(JOINS) != null) && leads.isLeader() && former.isVoter()));
        lan.run(500);

        final Set<Lan.Process> side = Set.of(unaware, former);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to)
            || isA(packet, MemberProgressDecoder.TEMPLATE_ID));
        final Lan.Process later = startJoining(JOINS, empty());
        awaitRepair(later, "two of three");
        assertTrue(leads.isLeader());

        leads.kill();
        lan.cut((from, to, packet) -> isApart(from, to, later, former, aware, unaware)
            || from == aware && isA(packet, PreVoteDecoder.TEMPLATE_ID));
        assertTrue(lan.runUntil(20_000, unaware::isLeader), "a learner keeps nobody from leading");
        for (int i = 0; i < 8_000; i++) {
            lan.run(1);
            assertFalse(configuration(unaware).member(JOINS).voter(), "a former life of the learner is made a voter");
        }
        unaware.kill();
        final Lan.Process again = lan.start(nodes.indexOf(unaware), address(nodes.indexOf(unaware)), book,
            disks.get(nodes.indexOf(unaware)));
        lan.cut((from, to, packet) -> isApart(from, to, later, former, aware, again)
            || from == again && isA(packet, PreVoteDecoder.TEMPLATE_ID));
        assertTrue(lan.runUntil(20_000, () -> Stream.of(aware, again, later)
            .allMatch(node -> configuration(node).member(JOINS) != null && configuration(node).member(JOINS).voter())));
        assertEquals(2, configuration(again).member(JOINS).leastNumber());
    }

    /** Of an even number of voters the two halves could repair two processes of it, in lives of one number. */
    @Test
    @Tag("hazard-S-A4d")
    void shouldNotBeRepairedByHalfOfTheVoters() {
        found(2);
        final Lan.Process leads = leader();
        final Lan.Process other = nodes.get(1 - nodes.indexOf(leads));
        final Lan.Process learner = startJoining(JOINS, empty());
        lan.cut((from, to, packet) -> are(from, to, learner, other));
        change(leads, MemberChange.ADD, JOINS);
        assertTrue(lan.runUntil(20_000, () -> configuration(learner).member(JOINS) != null));
        for (int i = 0; i < 5_000; i++) {
            lan.run(1);
            assertFalse(learner.isVoter(), "the other one may repair another process of it");
        }
        assertTrue(leads.isLeader());
        heal();
        assertTrue(lan.runUntil(20_000, () -> learner.isVoter() && configuration(other).member(JOINS).voter()));
    }

    private static boolean isApart(final Lan.Process from, final Lan.Process to, final Lan.Process later,
                                   final Lan.Process former, final Lan.Process aware, final Lan.Process unaware) {
        return are(from, to, later, unaware) || are(from, to, later, former) || are(from, to, former, aware);
    }
}
