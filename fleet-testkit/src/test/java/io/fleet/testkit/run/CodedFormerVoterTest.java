package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.ec.wire.sbe.ReadyDecoder;
import io.fleet.storage.Life;
import io.fleet.wire.sbe.LifeNoticeDecoder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Five nodes of a coded group that bears two faults. One was replaced while its old process lives, and one other has
 * not heard of that: no slot is decided by the two and a third, which has.
 */
class CodedFormerVoterTest extends LanGroup {
    private static final int NODES = 5;
    private static final GroupConfig CODED = coded(1, 4).withRequestTimeoutMillis(30_000);

    private final Lan.Process first;
    private final Lan.Process fourth;
    private final Lan.Process third;
    private final Lan.Process unaware;
    private final Lan.Process former;
    private boolean areAnnouncementsHeard;

    CodedFormerVoterTest() {
        super(CODED);
        found(NODES);
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
        splitButForAnnouncements(Set.of(former, unaware));
        final Lan.Process replacement = start(4);
        awaitRepair(replacement, "the three others");
        lan.run(500);

        splitButForAnnouncements(Set.of(former, unaware, third));
        write();
        lan.run(50);
        areAnnouncementsHeard = true;
        write();
        lan.run(50);
        areAnnouncementsHeard = false;
        lan.run(2_000);
        former.kill();
        heal();
        write();
        requireOneOrder(List.of(first, fourth, third, unaware, replacement));
    }

    @Test
    @Tag("hazard-E-L1")
    void shouldDecideThoughOneMemberAloneHasHeardOfAClaim() {
        nodes.get(4).stop();
        final Lan.Process replacement = start(4);
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
    private void splitButForAnnouncements(final Set<Lan.Process> side) {
        lan.cut((from, to, packet) -> side.contains(from) != side.contains(to)
            && !(areAnnouncementsHeard && isA(packet, ReadyDecoder.TEMPLATE_ID))
            || to == unaware && isA(packet, LifeNoticeDecoder.TEMPLATE_ID));
    }
}
