package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.member.MemberChange;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.sbe.EntryBodyDecoder;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.PreVoteDecoder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A leader orders a configuration that only its own disk gets. A later leader, which has not found it, repairs a node
 * whose old process lives on. After that the configuration, which says nothing of the new life of that node, must not
 * be proposed again: in it the old process would make up a quorum with a node that has not heard of the new one.
 */
class StaleConfigurationTest extends LanGroup {
    private static final int JOINS = 3;

    private final Map<Integer, SimMedium> disks = new HashMap<>();
    private int sent;

    @Test
    @Tag("hazard-S-A4c")
    void shouldNotActOnAConfigurationOfBeforeARepair() {
        found(JOINS, this::disk);
        final Lan.Process first = leader();
        final int orders = nodes.indexOf(first);
        final int loses = (orders + 1) % JOINS;
        final int goes = (orders + 2) % JOINS;
        final Lan.Process joins = startJoining(JOINS, disk(JOINS));
        lan.cut((from, to, packet) -> from == joins && isA(packet, MemberProgressDecoder.TEMPLATE_ID));
        change(first, MemberChange.REPLACE, JOINS, goes);
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(node -> isMember(node, JOINS))
            && isMember(joins, JOINS) && first.isLeader()));
        lan.run(500);
        assertTrue(first.isLeader());

        sent = 0;
        lan.cut((from, to, packet) -> {
            sent += from == first && isA(packet, EntryBodyDecoder.TEMPLATE_ID) ? 1 : 0;
            return from != joins || to != first;
        });
        assertTrue(lan.runUntil(500, () -> sent > 0), "the promotion is ordered");
        lan.run(5);
        first.kill();
        joins.kill();

        final Lan.Process former = nodes.get(loses);
        final Lan.Process second = nodes.get(goes);
        lan.cut((from, to, packet) -> from == former && isA(packet, PreVoteDecoder.TEMPLATE_ID));
        assertTrue(lan.runUntil(20_000, second::isLeader));
        lan.run(1_000);
        lan.cut((from, to, packet) -> from == former || to == former);
        final Lan.Process holder = start(orders, disk(orders));
        final Lan.Process replacement = start(loses);
        awaitRepair(replacement, "the two others");
        assertTrue(second.isLeader());

        second.kill();
        assertTrue(lan.runUntil(20_000, () -> holder.isLeader() || replacement.isLeader()));
        lan.run(3_000);
        assertNotNull(configuration(holder).member(goes), "it acts on the configuration of before the repair");
        final Lan.Process back = startJoining(JOINS, disk(JOINS));
        assertTrue(lan.runUntil(30_000, () -> !isMember(holder, goes) && !isMember(back, goes)
            && !isMember(replacement, goes)));
        assertEquals(2, configuration(back).member(loses).leastNumber());
    }

    private static boolean isMember(final Lan.Process process, final int node) {
        return configuration(process).member(node) != null;
    }

    private SimMedium disk(final int node) {
        return disks.computeIfAbsent(node, of -> empty());
    }
}
