package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.error.ConfigException;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Two members that execute, and one that only persists and votes (G1, G11, G12). */
class WitnessTest extends LanGroup {
    private static final int WITNESS = 2;
    private final List<SimMedium> disks = new ArrayList<>();

    private void foundWithWitness() {
        lan.witnesses(Set.of(WITNESS));
        for (int node = 0; node < 6; node++) {
            disks.add(empty());
        }
        found(3, disks::get);
        connect();
    }

    private void restart(final int node) {
        nodes.set(node, start(node, disks.get(node)));
    }

    @Test
    void shouldSurviveTheLossOfAnyOne() {
        foundWithWitness();
        for (int lost = 0; lost < 3; lost++) {
            write();
            nodes.get(lost).kill();
            final int gone = lost;
            assertTrue(lan.runUntil(20_000, () -> nodes.stream().anyMatch(each -> each != nodes.get(gone)
                && each.core() != null && each.isLeader())), "with " + lost + " lost");
            write();
            restart(lost);
            awaitAll();
        }
        assertEquals(MemberRole.STORAGE, configuration(nodes.get(0)).member(WITNESS).role());
    }

    @Test
    void shouldNeverLeadNorAnswer() {
        foundWithWitness();
        write();
        nodes.get(0).kill();
        nodes.get(1).kill();
        lan.run(10_000);
        assertFalse(nodes.get(WITNESS).isLeader());
        restart(0);
        restart(1);
        for (int i = 0; i < 8; i++) {
            awaitLeader();
            final int gone = nodes.indexOf(leader());
            assertNotEquals(WITNESS, gone);
            nodes.get(gone).core().group(0).transferLeadership(WITNESS, TransferOutcome.NONE);
            lan.run(2_000);
            assertFalse(nodes.get(WITNESS).isLeader());
            nodes.get(gone).kill();
            assertTrue(lan.runUntil(20_000, () -> nodes.get(1 - gone).isLeader()), () -> "round of node " + gone);
            restart(gone);
        }
        nodes.get(0).kill();
        assertTrue(lan.runUntil(20_000, () -> nodes.get(1).isLeader()));
        final int before = client.answers();
        client.read();
        assertTrue(lan.runUntil(20_000, () -> client.answers() > before), client.failures::toString);
    }

    @Test
    void shouldKeepWhatTooFewOthersHold() {
        lan.snapshots(SnapshotConfig.defaults().withRunning(0, 0, 0).withTrim(TrimPolicy.QUORUM, 1));
        foundWithWitness();
        write();
        nodes.get(1).kill();
        for (int i = 0; i < 200; i++) {
            write();
        }
        snapshot(0);
        snapshot(WITNESS);
        lan.run(20_000);
        nodes.get(0).kill();
        restart(1);
        assertTrue(lan.runUntil(60_000, () -> nodes.get(1).isLeader()), "all is on the witness");
        write();
        assertTrue(nodes.get(1).status().applied() > 200);
    }

    @Test
    void shouldBeGivenAPositionWhereTheLogIsTrimmed() {
        lan.snapshots(SnapshotConfig.defaults().withRunning(0, 0, 0).withTrim(TrimPolicy.QUORUM, 1));
        foundWithWitness();
        write();
        nodes.get(WITNESS).kill();
        trim();
        restart(WITNESS);
        awaitAll();
        nodes.get(1).kill();
        write();
        nodes.get(WITNESS).kill();
        disks.set(WITNESS, empty());
        restart(1);
        awaitLeader();
        write();
        restart(WITNESS);
        assertTrue(lan.runUntil(60_000, () -> nodes.get(WITNESS).isVoter()), "it lost its disk");
        write();
        awaitAll();
    }

    @Test
    void shouldGoOnWhereAllWereStartedAgainAndOneIsAway() {
        lan.snapshots(SnapshotConfig.defaults().withRunning(0, 0, 0).withTrim(TrimPolicy.QUORUM, 1));
        foundWithWitness();
        write();
        nodes.get(WITNESS).kill();
        for (int i = 0; i < 4; i++) {
            trim();
        }
        nodes.get(0).kill();
        nodes.get(1).kill();
        restart(0);
        restart(WITNESS);
        assertTrue(lan.runUntil(60_000, () -> nodes.get(0).isLeader()));
        for (int i = 0; i < 100; i++) {
            write();
        }
        assertTrue(lan.runUntil(60_000, () -> nodes.get(WITNESS).status().applied() == nodes.get(0).status()
            .applied()));
    }

    @Test
    void shouldBeAddedAndTakeThePlaceOfOthers() {
        lan.snapshots(SnapshotConfig.defaults().withRunning(0, 0, 0).withTrim(TrimPolicy.QUORUM, 1));
        lan.witnesses(Set.of(3, 4));
        for (int node = 0; node < 6; node++) {
            disks.add(empty());
        }
        found(3, disks::get);
        connect();
        trim();
        nodes.add(startJoining(3, disks.get(3)));
        final int goes = (nodes.indexOf(leader()) + 1) % 3;
        change(leader(), MemberChange.REPLACE_BY_WITNESS, 3, goes);
        assertTrue(lan.runUntil(60_000, () -> votes(3) && isGone(goes)));
        nodes.get(goes).kill();
        write();
        nodes.add(startJoining(4, disks.get(4)));
        change(leader(), MemberChange.REPLACE_BY_WITNESS, 4, 3);
        assertTrue(lan.runUntil(60_000, () -> votes(4) && isGone(3)));
        write();
        final int stays = 3 - goes - nodes.indexOf(leader());
        change(leader(), MemberChange.REMOVE, stays);
        lan.run(5_000);
        assertEquals(3, configuration(leader()).members().size(), "one that executes and a witness are too few");
        nodes.get(stays).kill();
        write();
    }

    @Test
    void shouldBringBackWhoWasAwayWhenTheOtherIsLost() {
        lan.snapshots(SnapshotConfig.defaults().withRunning(0, 0, 0).withTrim(TrimPolicy.QUORUM, 1));
        foundWithWitness();
        trim();
        final int away = nodes.indexOf(leader()) == 0 ? 1 : 0;
        nodes.get(away).kill();
        for (int i = 0; i < 300; i++) {
            write();
        }
        nodes.get(1 - away).kill();
        restart(away);
        assertTrue(lan.runUntil(60_000, () -> nodes.get(away).isLeader()));
        nodes.add(startJoining(5, disks.get(5)));
        change(nodes.get(away), MemberChange.REPLACE, 5, 1 - away);
        assertTrue(lan.runUntil(60_000, () -> configuration(nodes.get(away)).member(1 - away) == null));
        write();
    }

    @Test
    void shouldNotLetANodeVoteThatIsNotWhatItWasAddedAs() {
        foundWithWitness();
        lan.witnesses(Set.of(WITNESS, 3));
        nodes.add(startJoining(3, disks.get(3)));
        change(leader(), MemberChange.ADD, 3);
        assertTrue(lan.runUntil(20_000, () -> configuration(nodes.get(3)).member(3) != null));
        write();
        lan.run(10_000);
        assertFalse(configuration(leader()).member(3).voter());
        change(leader(), MemberChange.REMOVE, 3);
        assertTrue(lan.runUntil(20_000, () -> isGone(3)));
        write();
    }

    @Test
    void shouldRefuseADirectoryOfAnotherRole() {
        lan.snapshots(SnapshotConfig.defaults().withRunning(0, 0, 0).withTrim(TrimPolicy.QUORUM, 1));
        foundWithWitness();
        trim();
        nodes.get(WITNESS).stop();
        lan.witnesses(Set.of());
        final String executes = assertThrows(RuntimeException.class, () -> start(WITNESS, disks.get(WITNESS)))
            .getMessage();
        assertTrue(executes.contains("a snapshot of a witness"), executes);
        lan.witnesses(Set.of(0));
        nodes.get(0).stop();
        final String witness = assertThrows(RuntimeException.class, () -> start(0, disks.get(0))).getMessage();
        assertTrue(witness.contains("is a witness of the group, which has none"), witness);
    }

    @Test
    void shouldRefuseAMachineWhereTheConfigurationSaysWitness() {
        foundWithWitness();
        lan.witnesses(Set.of(WITNESS, 3));
        nodes.add(startJoining(3, disks.get(3)));
        change(leader(), MemberChange.REPLACE_BY_WITNESS, 3, WITNESS);
        assertTrue(lan.runUntil(60_000, () -> votes(3) && isGone(WITNESS)));
        assertTrue(lan.runUntil(20_000, () -> configuration(nodes.get(3)).version() > 0));
        nodes.get(3).kill();
        lan.witnesses(Set.of(WITNESS));
        final ConfigException refused = assertThrows(ConfigException.class, () -> startJoining(3, disks.get(3)));
        assertTrue(refused.getMessage().contains("has a state machine, but is a witness"), refused.getMessage());
    }

    /** Lets all that hold a state write snapshots, and the logs go. */
    private void trim() {
        for (int i = 0; i < 300; i++) {
            write();
        }
        awaitAll();
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node).core() != null) {
                snapshot(node);
            }
        }
        lan.run(15_000);
    }

    private void snapshot(final int node) {
        final CompletableFuture<Long> written = nodes.get(node).core().group(0).requestSnapshot();
        assertTrue(lan.runUntil(20_000, written::isDone));
        written.join();
    }

    private boolean votes(final int node) {
        return nodes.stream().filter(Lan.Process::isLeader).map(each -> configuration(each).members())
            .flatMap(List::stream).anyMatch(member -> member.node() == node && member.voter() && member.isWitness());
    }

    private boolean isGone(final int node) {
        return nodes.stream().filter(Lan.Process::isLeader).anyMatch(each -> configuration(each).member(node) == null);
    }

    private void awaitLeader() {
        assertTrue(lan.runUntil(20_000, () -> nodes.stream().anyMatch(Lan.Process::isLeader)));
    }

    private void awaitAll() {
        assertTrue(lan.runUntil(60_000, () -> nodes.stream().anyMatch(Lan.Process::isLeader)
            && nodes.stream().filter(each -> each.core() != null)
                .allMatch(each -> each.status().applied() == leader().status().applied())));
    }
}
