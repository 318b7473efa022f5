package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.Life;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.sbe.LifeNoticeDecoder;
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
 * Five nodes, one of which was replaced while its old process lives, and one other that has not heard of that: the two
 * make up no quorum with a third, which has.
 */
class FormerVoterTest {
    private static final int NODES = 5;

    private final Lan lan = new Lan();
    private final Map<Integer, String> book = new HashMap<>();
    private final List<Lan.Process> nodes = new ArrayList<>();
    private final Lan.Client client;
    private final Lan.Process leader;
    private final Lan.Process former;
    private final Lan.Process unaware;
    private final Lan.Process third;
    private final Lan.Process fourth;
    private final Lan.Process replacement;

    FormerVoterTest() {
        for (int node = 0; node < NODES; node++) {
            book.put(node, "node-" + node + ":9001");
        }
        for (int node = 0; node < NODES; node++) {
            nodes.add(lan.start(node, book.get(node), book, empty()));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)
            && nodes.stream().anyMatch(Lan.Process::isLeader)));
        client = lan.client(7, 0, Lan.CONFIG, book);
        write();
        lan.run(1_000);
        leader = nodes.stream().filter(Lan.Process::isLeader).findFirst().orElseThrow();
        final int[] others = IntStream.range(0, NODES).filter(node -> nodes.get(node) != leader).toArray();
        former = nodes.get(others[0]);
        unaware = nodes.get(others[1]);
        third = nodes.get(others[2]);
        fourth = nodes.get(others[3]);
        split(Set.of(former, unaware));
        replacement = lan.start(others[0], book.get(others[0]), book, empty());
        assertTrue(lan.runUntil(20_000, replacement::isVoter), "it is repaired by the three others");
        assertEquals(2, Life.number(replacement.core().life()));
        assertTrue(leader.isLeader());
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldElectNobodyByAFormerVoter() {
        final Set<Lan.Process> side = Set.of(former, unaware, third);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to) || isNoticeToUnaware(to, packet)
            || Set.of(from, to).equals(Set.of(former, third)));
        final long chosen = unaware.status().chosen();
        for (int i = 0; i < 6_000; i++) {
            lan.run(1);
            assertFalse(unaware.isLeader() || third.isLeader(), "elected by two nodes and a former one");
        }
        assertEquals(chosen, unaware.status().chosen());
        write();
        assertTrue(leader.isLeader(), "the others go on");
        former.kill();
        lan.cut((from, to, packet) -> false);
        assertTrue(lan.runUntil(20_000, () -> unaware.status().chosen() >= leader.status().chosen()
            && third.status().chosen() >= leader.status().chosen()), "all are in step again");
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldElectWhoeverKnowsOfTheLaterLife() {
        final Set<Lan.Process> side = Set.of(former, unaware, third, fourth);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to) || isNoticeToUnaware(to, packet));
        assertTrue(lan.runUntil(20_000, () -> third.isLeader() || fourth.isLeader()),
            "three voters are enough, one of which does not know");
        write();
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldCountNoAcknowledgementOfAFormerVoterBesideTheLeader() {
        final Set<Lan.Process> side = Set.of(leader, former, unaware);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to) || isNoticeToUnaware(to, packet));
        final long chosen = leader.status().chosen();
        client.submit();
        for (int i = 0; i < 400; i++) {
            lan.run(1);
            assertTrue(unaware.status().chosen() <= chosen, "chosen by two nodes and a former one");
        }
        assertEquals(0, client.failures.size());
    }

    private boolean isNoticeToUnaware(final Lan.Process to, final byte[] packet) {
        return to == unaware && (packet[2] & 0xFF | (packet[3] & 0xFF) << 8) == LifeNoticeDecoder.TEMPLATE_ID;
    }

    private void split(final Set<Lan.Process> side) {
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to));
    }

    private void write() {
        final int before = client.answers();
        client.submit();
        assertTrue(lan.runUntil(20_000, () -> client.answers() > before), client.failures::toString);
    }

    private static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}
