package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.storage.Life;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.PreVoteDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A node that is to take the place of another one loses its disk while it learns, and its old process lives on. Whoever
 * is elected later does not make the old process a voter: the two would count as one in two quorums.
 */
class FormerLearnerTest {
    private static final int JOINS = 3;

    private final Lan lan = new Lan();
    private final Map<Integer, String> book = new HashMap<>();
    private final Map<Integer, SimMedium> disks = new HashMap<>();
    private final List<Lan.Process> nodes = new ArrayList<>();

    @Test
    @Tag("hazard-S-A4d")
    void shouldNotMakeAFormerLifeOfALearnerAVoter() {
        for (int node = 0; node < JOINS; node++) {
            book.put(node, address(node));
        }
        for (int node = 0; node < JOINS; node++) {
            disks.put(node, empty());
            nodes.add(lan.start(node, address(node), book, disks.get(node)));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)
            && nodes.stream().anyMatch(Lan.Process::isLeader)));
        final Lan.Process leads = nodes.stream().filter(Lan.Process::isLeader).findFirst().orElseThrow();
        final Lan.Process aware = nodes.get((nodes.indexOf(leads) + 1) % JOINS);
        final Lan.Process unaware = nodes.get((nodes.indexOf(leads) + 2) % JOINS);
        final Lan.Process former = lan.startJoining(JOINS, address(JOINS), book, empty());
        lan.cut((from, to, packet) -> isA(packet, MemberProgressDecoder.TEMPLATE_ID));
        replace(leads, nodes.indexOf(leads));
        assertTrue(lan.runUntil(20_000, () -> Stream.of(leads, aware, unaware, former)
            .allMatch(node -> configuration(node).member(JOINS) != null) && leads.isLeader() && former.isVoter()));
        lan.run(500);

        final Set<Lan.Process> side = Set.of(unaware, former);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to)
            || isA(packet, MemberProgressDecoder.TEMPLATE_ID));
        final Lan.Process later = lan.startJoining(JOINS, address(JOINS), book, empty());
        assertTrue(lan.runUntil(20_000, later::isVoter), "it is repaired by two of three");
        assertEquals(2, Life.number(later.core().life()));
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
        for (int node = 0; node < 2; node++) {
            book.put(node, address(node));
        }
        for (int node = 0; node < 2; node++) {
            nodes.add(lan.start(node, address(node), book, empty()));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)
            && nodes.stream().anyMatch(Lan.Process::isLeader)));
        final Lan.Process leads = nodes.stream().filter(Lan.Process::isLeader).findFirst().orElseThrow();
        final Lan.Process other = nodes.get(1 - nodes.indexOf(leads));
        final Lan.Process learner = lan.startJoining(JOINS, address(JOINS), book, empty());
        lan.cut((from, to, packet) -> are(from, to, learner, other));
        change(leads, MemberChange.ADD, -1);
        assertTrue(lan.runUntil(20_000, () -> configuration(learner).member(JOINS) != null));
        for (int i = 0; i < 5_000; i++) {
            lan.run(1);
            assertFalse(learner.isVoter(), "the other one may repair another process of it");
        }
        assertTrue(leads.isLeader());
        lan.cut((from, to, packet) -> false);
        assertTrue(lan.runUntil(20_000, () -> learner.isVoter() && configuration(other).member(JOINS).voter()));
    }

    private static boolean isApart(final Lan.Process from, final Lan.Process to, final Lan.Process later,
                                   final Lan.Process former, final Lan.Process aware, final Lan.Process unaware) {
        return are(from, to, later, unaware) || are(from, to, later, former) || are(from, to, former, aware);
    }

    private void replace(final Lan.Process leader, final int goes) {
        change(leader, MemberChange.REPLACE, goes);
    }

    private static void change(final Lan.Process leader, final int kind, final int goes) {
        final MemberChange change = new MemberChange();
        change.kind = kind;
        change.node = JOINS;
        change.replaced = goes;
        change.endpoint = address(JOINS);
        leader.core().group(0).changeMembers(change, MemberOutcome.NONE);
    }

    private static Configuration configuration(final Lan.Process process) {
        return process.core().group(0).watch().configuration();
    }

    private static boolean are(final Lan.Process from, final Lan.Process to, final Lan.Process one,
                               final Lan.Process other) {
        return from == one && to == other || from == other && to == one;
    }

    private static boolean isA(final byte[] packet, final int type) {
        return (packet[2] & 0xFF | (packet[3] & 0xFF) << 8) == type;
    }

    private static String address(final int node) {
        return "node-" + node + ":9001";
    }

    private static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}
