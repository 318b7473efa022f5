package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.wire.sbe.LifeNoticeDecoder;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Five nodes, one of which was replaced while its old process lives, and one other that has not heard of that: the two
 * make up no quorum with a third, which has.
 */
class FormerVoterTest extends LanGroup {
    private static final int NODES = 5;

    private final Lan.Process leads;
    private final Lan.Process former;
    private final Lan.Process unaware;
    private final Lan.Process third;
    private final Lan.Process fourth;
    private final Lan.Process replacement;

    FormerVoterTest() {
        found(NODES);
        connect();
        write();
        lan.run(1_000);
        leads = leader();
        final int[] others = IntStream.range(0, NODES).filter(node -> nodes.get(node) != leads).toArray();
        former = nodes.get(others[0]);
        unaware = nodes.get(others[1]);
        third = nodes.get(others[2]);
        fourth = nodes.get(others[3]);
        split(Set.of(former, unaware));
        replacement = start(others[0]);
        awaitRepair(replacement, "the three others");
        assertTrue(leads.isLeader());
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
        assertTrue(leads.isLeader(), "the others go on");
        former.kill();
        heal();
        assertTrue(lan.runUntil(20_000, () -> unaware.status().chosen() >= leads.status().chosen()
            && third.status().chosen() >= leads.status().chosen()), "all are in step again");
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
        final Set<Lan.Process> side = Set.of(leads, former, unaware);
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to) || isNoticeToUnaware(to, packet));
        final long chosen = leads.status().chosen();
        client.submit();
        for (int i = 0; i < 400; i++) {
            lan.run(1);
            assertTrue(unaware.status().chosen() <= chosen, "chosen by two nodes and a former one");
        }
        assertEquals(0, client.failures.size());
    }

    private boolean isNoticeToUnaware(final Lan.Process to, final byte[] packet) {
        return to == unaware && isA(packet, LifeNoticeDecoder.TEMPLATE_ID);
    }
}
