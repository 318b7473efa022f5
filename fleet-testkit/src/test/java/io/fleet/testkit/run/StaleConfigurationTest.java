package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.storage.Life;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.wire.sbe.EntryBodyDecoder;
import io.fleet.wire.sbe.MemberProgressDecoder;
import io.fleet.wire.sbe.PreVoteDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A leader orders a configuration that only its own disk gets. A later leader, which has not found it, repairs a node
 * whose old process lives on. After that the configuration, which says nothing of the new life of that node, must not
 * be proposed again: in it the old process would make up a quorum with a node that has not heard of the new one.
 */
class StaleConfigurationTest {
    private static final int JOINS = 3;

    private final Lan lan = new Lan();
    private final Map<Integer, String> book = new HashMap<>();
    private final Map<Integer, SimMedium> disks = new HashMap<>();
    private final List<Lan.Process> nodes = new ArrayList<>();
    private int sent;

    @Test
    @Tag("hazard-S-A4c")
    void shouldNotActOnAConfigurationOfBeforeARepair() {
        for (int node = 0; node < JOINS; node++) {
            book.put(node, address(node));
        }
        for (int node = 0; node < JOINS; node++) {
            nodes.add(start(node));
        }
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().allMatch(Lan.Process::isVoter)
            && nodes.stream().anyMatch(Lan.Process::isLeader)));
        final Lan.Process first = nodes.stream().filter(Lan.Process::isLeader).findFirst().orElseThrow();
        final int orders = nodes.indexOf(first);
        final int loses = (orders + 1) % JOINS;
        final int goes = (orders + 2) % JOINS;
        final Lan.Process joins = lan.startJoining(JOINS, address(JOINS), book, disk(JOINS));
        lan.cut((from, to, packet) -> from == joins && isA(packet, MemberProgressDecoder.TEMPLATE_ID));
        replace(first, goes);
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
        final Lan.Process holder = start(orders);
        final Lan.Process replacement = lan.start(loses, address(loses), book, empty());
        assertTrue(lan.runUntil(20_000, replacement::isVoter), "it is repaired by the two others");
        assertEquals(2, Life.number(replacement.core().life()));
        assertTrue(second.isLeader());

        second.kill();
        assertTrue(lan.runUntil(20_000, () -> holder.isLeader() || replacement.isLeader()));
        lan.run(3_000);
        assertNotNull(configuration(holder).member(goes), "it acts on the configuration of before the repair");
        final Lan.Process back = lan.startJoining(JOINS, address(JOINS), book, disk(JOINS));
        assertTrue(lan.runUntil(30_000, () -> !isMember(holder, goes) && !isMember(back, goes)
            && !isMember(replacement, goes)));
        assertEquals(2, configuration(back).member(loses).leastNumber());
    }

    private void replace(final Lan.Process leader, final int goes) {
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.REPLACE;
        change.node = JOINS;
        change.replaced = goes;
        change.endpoint = address(JOINS);
        leader.core().group(0).changeMembers(change, MemberOutcome.NONE);
    }

    private Lan.Process start(final int node) {
        return lan.start(node, address(node), book, disk(node));
    }

    private static boolean isMember(final Lan.Process process, final int node) {
        return configuration(process).member(node) != null;
    }

    private static Configuration configuration(final Lan.Process process) {
        return process.core().group(0).watch().configuration();
    }

    private static boolean isA(final byte[] packet, final int type) {
        return (packet[2] & 0xFF | (packet[3] & 0xFF) << 8) == type;
    }

    private static String address(final int node) {
        return "node-" + node + ":9001";
    }

    private SimMedium disk(final int node) {
        return disks.computeIfAbsent(node, of -> empty());
    }

    private static SimMedium empty() {
        return new SimMedium("disk", new SplittableRandom(5));
    }
}
