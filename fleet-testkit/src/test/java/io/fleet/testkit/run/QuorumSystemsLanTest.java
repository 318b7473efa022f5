package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Voters that count in storage groups, in a grid, and in one after the other. */
class QuorumSystemsLanTest extends LanGroup {
    private final List<SimMedium> disks = new ArrayList<>();

    private void found(final String layout, final int count, final Integer... witnesses) {
        lan = new Lan(Lan.CONFIG.withQuorums(QuorumLayout.parse(layout)), 1);
        lan.witnesses(Set.of(witnesses));
        for (int node = 0; node < count; node++) {
            disks.add(empty());
        }
        found(count, disks::get);
        connect();
    }

    private void restart(final int node) {
        nodes.set(node, start(node, disks.get(node)));
    }

    private void awaitLeader() {
        assertTrue(lan.runUntil(30_000, () -> nodes.stream().anyMatch(each -> each.core() != null && each.isLeader())));
    }

    private void awaitAll() {
        assertTrue(lan.runUntil(60_000, () -> nodes.stream().allMatch(node -> node.isVoter()
            && node.status().applied() == leader().status().applied())));
    }

    @Test
    void shouldGoFromOneSystemToAnotherWhileCommandsAreAnswered() { // S14
        found("majority", 6);
        for (final String layout : List.of("groups:0,1,2/3,4,5", "grid:0,1/2,3", "groups:4,5,3", "grid:0,1,2/3,4,5",
            "majority", "groups:0,1,2")) {
            changeTo(layout);
            write();
        }
        awaitAll();
        assertEquals(List.of(), client.failures);
    }

    /** A quiet leader hears nobody until somebody wants something. */
    @Test
    void shouldGoToAnotherSystemAtRest() {
        found("majority", 4);
        write();
        for (final String layout : List.of("groups:0,1,2", "grid:0,1/2,3", "majority")) {
            lan.run(60_000);
            final List<String> outcome = ask((nodes.indexOf(leader()) + 1) % 4, layout);
            assertTrue(lan.runUntil(60_000, () -> !outcome.isEmpty()));
            assertEquals(List.of(QuorumLayout.parse(layout).toString()), outcome);
        }
    }

    /** Replicas and storage apart: three that execute, and two storage groups of three. */
    @Test
    void shouldSurviveTheLossOfOneOfEachGroupAndOneThatExecutes() {
        found("groups:3,4,5/6,7,8", 9, 3, 4, 5, 6, 7, 8);
        for (int lost = 0; lost < 3; lost++) {
            write();
            final List<Integer> gone = List.of(lost, 3 + lost, 6 + lost);
            gone.forEach(node -> nodes.get(node).kill());
            awaitLeader();
            for (int i = 0; i < 20; i++) {
                write();
            }
            gone.forEach(this::restart);
            awaitAll();
        }
        assertEquals(MemberRole.STORAGE, configuration(nodes.get(0)).member(3).role());
        assertEquals(0b111111000, configuration(nodes.get(0)).counting());
    }

    @Test
    void shouldRepairOneOfAGroupThatLostItsDisk() { // S15
        found("groups:3,4,5/6,7,8", 9, 3, 4, 5, 6, 7, 8);
        for (int i = 0; i < 50; i++) {
            write();
        }
        for (final int lost : List.of(4, 7, 0)) {
            nodes.get(lost).kill();
            disks.set(lost, empty());
            restart(lost);
            awaitRepair(nodes.get(lost), "the others");
            write();
        }
        awaitAll();
    }

    @Test
    void shouldLeadNoMoreWhereAGroupHasLostItsMajority() { // S3, S12
        found("groups:0,1,2/3,4,5", 6);
        write();
        final int away = nodes.get(4).isLeader() ? 3 : 4;
        nodes.get(away).kill();
        nodes.get(5).kill();
        lan.run(20_000);
        assertTrue(nodes.stream().noneMatch(each -> each.core() != null && each.isLeader()));
        restart(away);
        awaitLeader();
        write();
        restart(5);
        awaitAll();
    }

    /** The rows of a grid start one after the other: who elects has one of each (seed 1000742). */
    @Test
    void shouldFormAGridHoweverItsNodesStart() { // S15
        lan = new Lan(Lan.CONFIG.withQuorums(QuorumLayout.parse("grid:0,1/2,3")), 1);
        for (int node = 0; node < 4; node++) {
            book.put(node, address(node));
        }
        for (int node = 0; node < 4; node++) {
            nodes.add(start(node));
        }
        final Set<Lan.Process> row = Set.of(nodes.get(0), nodes.get(1));
        assertTrue(lan.runUntil(20_000, () -> nodes.get(0).isVoter() && nodes.get(1).isVoter()));
        split(row);
        lan.run(20_000);
        heal();
        assertTrue(lan.runUntil(60_000, this::isUp));
        connect();
        write();
    }

    @Test
    void shouldStopLeadingWhereNoColumnIsHeard() { // S12
        found("grid:0,1/2,3", 6);
        write();
        final int leader = nodes.indexOf(leader());
        final Lan.Process led = nodes.get(leader);
        final Set<Lan.Process> unheard = leader == 2 || leader == 3 ? Set.of(nodes.get(0), nodes.get(1))
            : Set.of(nodes.get(2), nodes.get(3));
        lan.cut((from, to, packet) -> from == led && unheard.contains(to) || to == led && unheard.contains(from));
        assertTrue(lan.runUntil(30_000, () -> !led.isLeader()
            && nodes.stream().anyMatch(each -> each != led && each.isLeader())));
        heal();
        write();
    }
}
