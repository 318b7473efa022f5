package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.ec.wire.sbe.ReadyDecoder;
import io.fleet.storage.Life;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.sbe.LifeNoticeDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Five nodes of a coded group that bears two faults. One was replaced while its old process lives, and one other has
 * not heard of that: no slot is decided by the two and a third, which has.
 */
class CodedFormerVoterTest {
    private static final int NODES = 5;
    private static final GroupConfig CODED = GroupConfig.coded(1, 4).withMaxCommandBytes(1 << 10)
        .withMaxBatchBytes(1 << 10).withRequestTimeoutMillis(30_000);

    private final Lan lan = new Lan(CODED);
    private final Map<Integer, String> book = new HashMap<>();
    private final List<Lan.Process> nodes = new ArrayList<>();
    private final Lan.Client client;
    private final Lan.Process first;
    private final Lan.Process fourth;
    private final Lan.Process third;
    private final Lan.Process unaware;
    private final Lan.Process former;
    private boolean areAnnouncementsHeard;

    CodedFormerVoterTest() {
        for (int node = 0; node < NODES; node++) {
            book.put(node, "node-" + node + ":9001");
        }
        for (int node = 0; node < NODES; node++) {
            nodes.add(lan.start(node, book.get(node), book, empty()));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)));
        client = lan.client(7, 0, CODED, Map.of(0, book.get(0)));
        write();
        lan.run(1_000);
        first = nodes.get(0);
        fourth = nodes.get(1);
        third = nodes.get(2);
        unaware = nodes.get(3);
        former = nodes.get(4);
    }

    @Test
    @Tag("hazard-E-L1")
    void shouldDecideNoSlotByAFormerVoter() {
        split(Set.of(former, unaware));
        final Lan.Process replacement = lan.start(4, book.get(4), book, empty());
        assertTrue(lan.runUntil(60_000, replacement::isVoter), "it is repaired by the three others");
        assertEquals(2, Life.number(replacement.core().life()));
        lan.run(500);

        split(Set.of(former, unaware, third));
        write();
        lan.run(50);
        areAnnouncementsHeard = true;
        write();
        lan.run(50);
        areAnnouncementsHeard = false;
        lan.run(2_000);
        former.kill();
        lan.cut((from, to, packet) -> false);
        write();
        requireOneOrder(List.of(first, fourth, third, unaware, replacement));
    }

    @Test
    @Tag("hazard-E-L1")
    void shouldDecideThoughOneMemberAloneHasHeardOfAClaim() {
        nodes.get(4).stop();
        final Lan.Process replacement = lan.start(4, book.get(4), book, empty());
        lan.cut((from, to, packet) -> from == replacement && to != unaware
            && Life.number(replacement.core().life()) > 0);
        assertTrue(lan.runUntil(60_000, () -> Life.number(replacement.core().life()) > 0), "it claims a life");
        lan.run(100);
        replacement.kill();
        third.stop();
        write();
        requireOneOrder(List.of(first, fourth, unaware));
    }

    private void requireOneOrder(final List<Lan.Process> all) {
        final long ordered = first.status().ordered();
        assertTrue(lan.runUntil(20_000, () -> all.stream().allMatch(node -> node.status().applied() >= ordered)),
            "all are in step again");
        for (final Lan.Process node : all) {
            assertEquals(0, count(node, "contradictions"));
            assertEquals(count(first, "entry.slots"), count(node, "entry.slots"), "slots that hold an entry on node "
                + node.core().nodeId() + " and on node 0, of " + ordered);
        }
    }

    private static long count(final Lan.Process node, final String name) {
        return node.core().group(0).modeCounters().stream().filter(it -> it.name().endsWith("coded." + name))
            .mapToLong(it -> it.counter().get()).findFirst().orElseThrow();
    }

    /** Who is on a side is not heard on the other one, but for announcements of entries while these are let through. */
    private void split(final Set<Lan.Process> side) {
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to)
            && !(areAnnouncementsHeard && template(packet) == ReadyDecoder.TEMPLATE_ID)
            || to == unaware && template(packet) == LifeNoticeDecoder.TEMPLATE_ID);
    }

    private static int template(final byte[] packet) {
        return packet[2] & 0xFF | (packet[3] & 0xFF) << 8;
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
