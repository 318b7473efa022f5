package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.error.ConfigException;
import io.fleet.testkit.sim.SimMedium;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole nodes whose replicas hold leases of a second, and what they make of others, and of their own end. */
class ReplicaLeasesLanTest extends LanGroup {
    private static final GroupConfig LEASED = Lan.CONFIG.withLeases(new LeaseConfig(1_000, 1_000, true));
    /** Of SUB_LEASE_REQUEST. */
    private static final int SUB_LEASE_REQUEST = 98;

    private final List<SimMedium> disks = new ArrayList<>();

    ReplicaLeasesLanTest() {
        super(LEASED);
    }

    /** What a configuration records was agreed on when the group was founded, by whom may be gone. */
    @Test
    void shouldNotListenToWhoHoldsOtherLeasesAfterAChangeOfMembers() { // L8, S14
        foundOnDisks();
        final Lan.Process leader = leader();
        final Lan.Process other = removeOneOfThree(leader);
        final int id = nodes.indexOf(other);

        other.kill();
        final Lan.Process without = lan.start(id, address(id), book, disks.get(id), Lan.CONFIG);
        lan.run(3_000);

        assertTrue(foreign(without) > 0 && foreign(leader) > 0, "they do not listen to one another");
        assertFalse(without.isLeader() || leader.isLeader(), "neither has a quorum");
        without.kill();
        final Lan.Process again = start(id, disks.get(id));
        connect();
        write();
        assertTrue(again.isLeader() || leader.isLeader());
    }

    /** All must stop; the group goes on with the leases that they are given then. */
    @Test
    void shouldGoOnWithOtherLeasesAfterAChangeOfMembersWhereAllAreGivenThem() { // L8, S14
        foundOnDisks();
        connect();
        write();
        final Lan.Process leader = leader();
        final Lan.Process other = removeOneOfThree(leader);
        final int one = nodes.indexOf(leader);
        final int two = nodes.indexOf(other);
        leader.kill();
        other.kill();

        final Lan.Process first = lan.start(one, address(one), book, disks.get(one), Lan.CONFIG);
        final Lan.Process second = lan.start(two, address(two), book, disks.get(two), Lan.CONFIG);

        assertTrue(lan.runUntil(20_000, () -> first.isLeader() || second.isLeader()));
        final Lan.Client refused = lan.client(7, 0, LEASED, book);
        refused.submit();
        assertTrue(lan.runUntil(20_000, () -> !refused.failures.isEmpty()), "what it was given holds no more");
        assertEquals(ConfigException.class, refused.failures.get(0).getClass());
        final Lan.Client taken = lan.client(7, 0, Lan.CONFIG, book);
        taken.submit();
        assertTrue(lan.runUntil(20_000, () -> taken.answers() == 1), taken.failures::toString);
    }

    @Test
    void shouldInviteWhoHoldsTheSameLeasesOnly() { // L8, S14
        foundOnDisks();
        book.put(3, address(3));
        final Lan.Process without = lan.startJoining(3, address(3), book, empty(), Lan.CONFIG);
        change(leader(), MemberChange.ADD, 3);
        lan.run(5_000);
        assertFalse(without.isVoter());
        assertEquals(0, configuration(without).version(), "it has not listened to who invites it");
        without.kill();
        final Lan.Process with = startJoining(3, empty());
        assertTrue(lan.runUntil(60_000, with::isVoter));
    }

    @Test
    void shouldNotStopBeforeItsAnswersAreReleased() { // L8
        foundOnDisks();
        connect();
        write();
        final Lan.Process leader = leader();
        final Lan.Process slow = nodes.get((nodes.indexOf(leader) + 1) % 3);
        lan.run(2_000);
        lan.cut((from, to, packet) -> from == slow && isA(packet, SUB_LEASE_REQUEST));
        final int before = client.answers();
        int asked = 0;
        final Lan.Process replier = nodes.get((nodes.indexOf(leader) + 2) % 3);
        while (parked(replier) == 0 && asked < 50) {
            client.submit();
            asked++;
            lan.run(5);
        }
        assertTrue(parked(replier) > 0);
        replier.core().leave();
        for (int i = 0; i < 200; i++) {
            lan.run(1);
            assertTrue(parked(replier) > 0);
            assertFalse(replier.core().hasLeft(), "who asked waits for it");
        }
        heal();
        assertTrue(lan.runUntil(2_000, () -> replier.core().hasLeft()));
        assertEquals(0, parked(replier));
        replier.stop();
        final int all = before + asked;
        assertTrue(lan.runUntil(10_000, () -> client.answers() == all));
        assertEquals(List.of(), client.failures);
    }

    private void foundOnDisks() {
        found(3, node -> {
            disks.add(empty());
            return disks.get(node);
        });
    }

    /** Returns the one that is left beside the leader. */
    private Lan.Process removeOneOfThree(final Lan.Process leader) {
        final int at = nodes.indexOf(leader);
        final Lan.Process gone = nodes.get((at + 1) % 3);
        final Lan.Process left = nodes.get((at + 2) % 3);
        change(leader, MemberChange.REMOVE, (at + 1) % 3);
        assertTrue(lan.runUntil(20_000,
            () -> configuration(left).version() > 0 && configuration(leader).version() > 0));
        lan.run(1_000);
        gone.kill();
        return left;
    }

    private static long parked(final Lan.Process process) {
        return process.core().group(0).tables().parkedReplyBytes.get();
    }

    private static long foreign(final Lan.Process process) {
        return process.core().counters().foreignConfigs.get();
    }
}
