package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.Persistence;
import io.fleet.config.WriteQuorum;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.leader.WriteSetsTest;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ScatteredProtocolTest {
    private MiniCluster cluster = new MiniCluster(World.config());

    @Test
    void shouldApplyTheSameEntriesOnEveryReplica() {
        final MiniCluster.Node leader = cluster.awaitLeader();
        for (long sequence = 1; sequence <= 10; sequence++) {
            cluster.offer(sequence, leader.protocol.state().leaderBallot());
        }
        cluster.run(500);
        assertAppliedEverywhere(10);
        assertEquals(leader.protocol.state().leaderBallot(), cluster.nodes[1].protocol.state().leaderBallot());
    }

    /** What holds bodies uses them again as soon as their entries are recorded, perhaps before they are applied. */
    @Test
    @Expects("chosen-bodies.body-lent-to-another-thread")
    void shouldLeaveTheBodyOfAnEntryToTheThreadThatAppliesIt() { // S6
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.run(500);
        leader.applies = false;
        final long lsn = leader.protocol.chosenEntries().chosen() + 1;
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(500);
        final ChosenEntry away = new ChosenEntry();
        assertTrue(leader.protocol.chosenEntries().read(lsn, away));
        final byte[] before = bytes(away);
        leader.protocol.chosenEntries().lend(away);
        final ChosenEntry again = new ChosenEntry();
        assertTrue(leader.protocol.chosenEntries().read(lsn, again), "it is here for others");
        assertNotSame(away.body, again.body);
        assertArrayEquals(before, bytes(again));
        leader.applies = true;
        cluster.run(500);
        for (long sequence = 2; sequence <= 10; sequence++) {
            cluster.offer(sequence, leader.protocol.state().leaderBallot());
        }
        cluster.run(500);
        assertAppliedEverywhere(10);
        assertArrayEquals(before, bytes(away));
    }

    private static byte[] bytes(final ChosenEntry entry) {
        final byte[] bytes = new byte[entry.meta.length];
        entry.body.getBytes(entry.offset, bytes);
        return bytes;
    }

    @Test
    void shouldDoTheSameWithOrderedPersistence() {
        cluster = new MiniCluster(World.config().withPersistence(Persistence.ORDERED));
        shouldApplyTheSameEntriesOnEveryReplica();
    }

    @Test
    void shouldFindABodyThatWasLost() { // S8
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.filter = (from, to, message) -> from != -1 || to == leader.id;
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(1_000);
        assertAppliedEverywhere(1);
        assertTrue(leader.counters.bodiesServed.get() >= 2);
    }

    @Test
    void shouldFindABodyWhenTheLeaderDoesNotAnswer() { // S8
        final MiniCluster.Node leader = cluster.awaitLeader();
        final int left = leader.id % 3 + 1;
        cluster.filter = (from, to, message) -> !(from == -1 && to == left)
            && !(to == leader.id && message instanceof FetchBody);
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(1_500);
        assertAppliedEverywhere(1);
    }

    @Test
    @Expects("order-fetcher.missed-order-asked-for")
    void shouldFindAnOrderThatWasLost() { // S7
        final MiniCluster.Node leader = cluster.awaitLeader();
        final int left = leader.id % 3 + 1;
        cluster.run(100);
        cluster.filter = (from, to, message) -> !(to == left && message instanceof Order);
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(30);
        cluster.heal();
        cluster.run(1_000);
        assertAppliedEverywhere(1);
    }

    @Test
    void shouldOrderOnlyWhatWasMeantForItsBallot() { // S13, S16
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.offer(1, leader.protocol.state().leaderBallot() + (1 << 16));
        cluster.run(500);
        assertAppliedEverywhere();
    }

    @Test
    void shouldIgnoreOrdersThatTheirBallotsOwnerDidNotSend() { // S16
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.run(100);
        final int follower = leader.id % 3 + 1;
        final int liar = 6 - leader.id - follower;
        final Order forged = Entries.order(leader.protocol.state().leaderBallot(), 0, 1, Entries.noOp());
        cluster.nodes[follower].take(liar, forged, 0);
        assertTrue(cluster.nodes[follower].log.records.isEmpty());
    }

    @Test
    void shouldIgnoreWhoIsNoMember() { // S14
        final MiniCluster.Node leader = cluster.awaitLeader();
        final Ack ack = Entries.ack(leader.protocol.state().leaderBallot(), 9);
        leader.take(9, ack, 0);
        leader.take(-1, ack, 0);
        assertEquals(0, leader.protocol.chosenEntries().chosen());
    }

    @Test
    @Expects("scattered-protocol.leader-counts-for-itself")
    void shouldCountForItselfAboveItsBaseWhenItLeads() { // S6
        final MiniCluster.Node leader = cluster.awaitLeader();
        final CatchUpEntry entry = new CatchUpEntry();
        entry.lsn = 1;
        entry.chosen = 1;
        entry.meta.set(Entries.noOp());
        entry.buffer = new UnsafeBuffer(new byte[0]);
        leader.take(leader.id % 3 + 1, entry, 0);
        assertEquals(0, leader.protocol.chosenEntries().chosen());
    }

    @Test
    @Tag("hazard-X-C3")
    @Expects("catch-up-client.nobody-asked-for-it")
    void shouldTakeNoEntryThatItDidNotAskFor() { // S6
        final MiniCluster.Node leader = cluster.awaitLeader();
        final MiniCluster.Node follower = cluster.nodes[leader.id % 3 + 1];
        final CatchUpEntry entry = new CatchUpEntry();
        entry.lsn = 1;
        entry.chosen = 1;
        entry.meta.set(Entries.noOp());
        entry.buffer = new UnsafeBuffer(new byte[0]);
        follower.take(leader.id, entry, 0);
        follower.take(9, entry, 0);
        assertEquals(0, follower.protocol.chosenEntries().chosen());
    }

    @Test
    void shouldRefuseWhatThereIsNoRoomFor() { // S13
        cluster = new MiniCluster(World.config().withPendingEntries(16));
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.filter = (from, to, message) -> from == -1 || message.type() != MessageType.ACK;
        offer(leader, 1, 60, 5);
        final List<Long> refused = new ArrayList<>();
        cluster.toBatcher.stream().filter(RejectEntry.class::isInstance)
            .forEach(m -> refused.add(((RejectEntry) m).sequence));
        assertFalse(refused.isEmpty());
        cluster.heal();
        cluster.run(2_000);
        for (int id = 1; id <= 3; id++) {
            for (final long sequence : refused) {
                assertFalse(cluster.nodes[id].applied().contains(sequence), "not applied means never");
            }
            assertEquals(60 - refused.size(), cluster.nodes[id].applied().size(), "what was accepted is applied");
        }
    }

    @Test
    void shouldKeepWhatWasChosenWhenTheLeaderDies() { // S5, S6
        final MiniCluster.Node first = cluster.awaitLeader();
        for (long sequence = 1; sequence <= 5; sequence++) {
            cluster.offer(sequence, first.protocol.state().leaderBallot());
        }
        cluster.run(100);
        first.up = false;
        final MiniCluster.Node second = cluster.awaitLeader();
        cluster.run(50);
        cluster.offer(6, second.protocol.state().leaderBallot());
        cluster.run(500);
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), second.applied());
        assertTrue(second.protocol.state().leaderBallot() > first.protocol.state().leaderBallot());
        cluster.restart(first.id);
        cluster.run(2_000);
        assertAppliedEverywhere(6);
    }

    @Test
    void shouldBringBackAReplicaThatMissedMoreThanAWindow() { // S4, FL-28
        final MiniCluster.Node leader = cluster.awaitLeader();
        final int left = leader.id % 3 + 1;
        cluster.isolate(left);
        offer(leader, 1, 100, 10);
        assertEquals(0, cluster.nodes[left].replica.applied());
        cluster.heal();
        cluster.run(4_000);
        assertAppliedEverywhere(100);
        assertTrue(cluster.nodes[left].counters.catchUpEntries.get() > 0);
    }

    @Test
    void shouldNotLeadAgainAtABallotAfterARestart() { // S16
        final MiniCluster.Node leader = cluster.awaitLeader();
        final long ballot = leader.protocol.state().leaderBallot();
        cluster.restart(leader.id);
        assertEquals(Role.FOLLOWER, cluster.nodes[leader.id].protocol.state().role());
        cluster.run(50);
        assertNotEquals(Role.LEADER, cluster.nodes[leader.id].protocol.state().role());
        final MiniCluster.Node next = cluster.awaitLeader();
        assertTrue(next.protocol.state().leaderBallot() > ballot, Ballot.format(next.protocol.state().leaderBallot()));
    }

    @Test
    void shouldStopOrderingWhenItIsCutOff() { // S12
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.run(100);
        final long ballot = leader.protocol.state().leaderBallot();
        cluster.isolate(leader.id);
        cluster.run(600);
        assertNotEquals(Role.LEADER, leader.protocol.state().role());
        leader.take(-1, Entries.body(1, ballot), 0);
        final MiniCluster.Node next = cluster.awaitLeader();
        assertNotEquals(leader.id, next.id);
        cluster.heal();
        cluster.run(2_000);
        assertAppliedEverywhere();
        assertEquals(next.protocol.state().leaderBallot(), leader.protocol.state().leaderBallot(),
            "and does not disturb the others");
    }

    @Test
    @Expects("chosen-bodies.read-back-to-apply")
    void shouldServeFromTheLogAfterAllHaveRestarted() { // S2, S5
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.filter = (from, to, message) -> !(message instanceof Ack);
        for (long sequence = 1; sequence <= 5; sequence++) {
            cluster.offer(sequence, leader.protocol.state().leaderBallot());
        }
        cluster.run(100);
        assertEquals(0, leader.replica.applied());
        for (int id = 1; id <= 3; id++) {
            cluster.restart(id);
        }
        cluster.heal();
        cluster.awaitLeader();
        cluster.run(1_000);
        assertAppliedEverywhere(5);
    }

    @Test
    void shouldAgreeUnderLossAndRestarts() {
        for (int seed = 1; seed <= 6; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            cluster = new MiniCluster(config(seed));
            long sequence = 0;
            for (int round = 0; round < 40; round++) {
                final int loss = random.nextInt(4) * 10;
                cluster.filter = (from, to, message) -> from == to || random.nextInt(100) >= loss;
                if (random.nextInt(8) == 0) {
                    cluster.restart(random.nextInt(1, 4));
                }
                final long ballot = cluster.nodes[random.nextInt(1, 4)].protocol.state().leaderBallot();
                for (int i = random.nextInt(6); i > 0; i--) {
                    cluster.offer(++sequence, ballot);
                }
                cluster.run(random.nextInt(5, 200));
                assertPrefixes(seed);
            }
            cluster.heal();
            final MiniCluster.Node leader = cluster.awaitLeader();
            cluster.run(3_000);
            cluster.offer(++sequence, leader.protocol.state().leaderBallot());
            cluster.run(2_000);
            assertPrefixes(seed);
            for (int id = 1; id <= 3; id++) {
                assertTrue(cluster.nodes[id].applied().contains(sequence), "seed " + seed + ": node " + id + " serves");
            }
        }
    }

    @Test
    @Expects("replay.body-asked-of-others")
    void shouldKeepTwoOfThreeCopiesAndReplayWhatIsElsewhere() { // S6, S8
        cluster = new MiniCluster(WriteSetsTest.thrifty());
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.run(200);
        offer(leader, 1, 30, 20);
        cluster.run(500);
        assertAppliedEverywhere(30);
        long without = 0;
        for (int id = 1; id <= 3; id++) {
            assertTrue(cluster.nodes[id].ordered.withoutBody() > 0, "node " + id);
            without += cluster.nodes[id].ordered.withoutBody();
        }
        assertEquals(30, without);
        for (int id = 1; id <= 3; id++) {
            cluster.restart(id);
            assertTrue(cluster.nodes[id].replica.applied() < 30, "node " + id);
        }
        final MiniCluster.Node next = cluster.awaitLeader();
        cluster.run(2_000);
        cluster.offer(31, next.protocol.state().leaderBallot());
        cluster.run(500);
        assertAppliedEverywhere(31);
        for (int id = 1; id <= 3; id++) {
            assertEquals(0, cluster.nodes[id].protocol.pendingBodies(), "node " + id);
        }
    }

    @Test
    void shouldFindWhatIsElsewhereWithAnyMajority() { // S6, S8
        for (int dead = 1; dead <= 3; dead++) {
            cluster = new MiniCluster(WriteSetsTest.thrifty());
            final MiniCluster.Node leader = cluster.awaitLeader();
            cluster.run(200);
            offer(leader, 1, 12, 20);
            cluster.run(500);
            for (int id = 1; id <= 3; id++) {
                cluster.restart(id);
            }
            cluster.nodes[dead].up = false;
            cluster.awaitLeader();
            cluster.run(2_000);
            for (int id = 1; id <= 3; id++) {
                assertTrue(id == dead || cluster.nodes[id].replica.applied() >= 12, "node " + id + " without " + dead);
            }
        }
    }

    @Test
    void shouldSoonStopNamingANodeThatIsGone() { // one that is dead must not delay each entry
        cluster = new MiniCluster(WriteSetsTest.thrifty());
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.run(200);
        cluster.nodes[leader.id % 3 + 1].up = false;
        long slow = 0;
        for (long sequence = 1; sequence <= 100; sequence++) {
            cluster.offer(sequence, leader.protocol.state().leaderBallot());
            cluster.run(20);
            slow += leader.replica.applied() < sequence ? 1 : 0;
        }
        cluster.run(200);
        assertEquals(100, leader.counters.entriesOrdered.get());
        assertTrue(leader.counters.hedgedOrders.get() <= 6, leader.counters.toString());
        assertTrue(slow <= 12, slow + " of 100 took more than 20 ms");
    }

    @Test
    @Expects("chosen-bodies.kept-while-the-node-does-not-vote")
    void shouldKeepEveryBodyWhileItDoesNotVote() { // S15
        cluster = new MiniCluster(WriteSetsTest.thrifty());
        final MiniCluster.Node leader = cluster.awaitLeader();
        final int wiped = leader.id % 3 + 1;
        cluster.run(200);
        offer(leader, 1, 12, 20);
        cluster.wipe(wiped, VoterState.LOST);
        cluster.filter = (from, to, message) -> !(message instanceof RejoinReply);
        cluster.run(1_000);
        cluster.offer(13, leader.protocol.state().leaderBallot());
        cluster.run(500);
        assertEquals(VoterState.LOST, cluster.nodes[wiped].protocol.state().standing());
        assertEquals(13, cluster.nodes[wiped].ordered.appended());
        assertEquals(0, cluster.nodes[wiped].ordered.withoutBody());
        cluster.heal();
        cluster.run(1_000);
        assertEquals(VoterState.VOTER, cluster.nodes[wiped].protocol.state().standing());
    }

    @Test
    @Expects("version-gate.write-set-is-no-write-quorum")
    void shouldIgnoreOrdersThatTooFewAreAskedToWrite() { // S6
        for (final long writers : new long[] {1, 4, 8, 15, Long.MIN_VALUE | 3}) {
            cluster = new MiniCluster(World.config());
            final long ballot = Entries.ballot(9, 2);
            cluster.nodes[1].take(2, Entries.asking(writers, Entries.order(ballot, 0, 1, Entries.meta(1))), 0);
            assertEquals(Ballot.NONE, cluster.nodes[1].promises.promised(), "write set " + writers);
            cluster.nodes[1].take(2, Entries.asking(3, Entries.order(ballot, 0, 1, Entries.meta(1))), 0);
            assertEquals(ballot, cluster.nodes[1].promises.promised());
        }
    }

    private static GroupConfig config(final int seed) {
        return World.config().withPersistence(seed % 2 == 0 ? Persistence.ORDERED : Persistence.SCATTERED)
            .withCopies(seed % 4 == 3 ? WriteQuorum.QUORUM : WriteQuorum.ALL);
    }

    /** No two replicas disagree, and no entry was applied twice. */
    private void assertPrefixes(final int seed) {
        List<Long> longest = List.of();
        for (int id = 1; id <= 3; id++) {
            final List<Long> applied = cluster.nodes[id].applied();
            final List<Long> shorter = applied.size() < longest.size() ? applied : longest;
            longest = applied.size() < longest.size() ? longest : applied;
            assertEquals(shorter, longest.subList(0, shorter.size()), "seed " + seed + ", node " + id);
        }
        final List<Long> entries = longest.stream().filter(s -> s != 0).toList();
        assertEquals(entries.size(), entries.stream().distinct().count(), "seed " + seed);
    }

    private void assertAppliedEverywhere(final int count) {
        final long[] sequences = new long[count];
        for (int i = 0; i < count; i++) {
            sequences[i] = i + 1;
        }
        assertAppliedEverywhere(sequences);
    }

    private void assertAppliedEverywhere(final long... sequences) {
        final List<Long> expected = new ArrayList<>();
        for (final long sequence : sequences) {
            expected.add(sequence);
        }
        for (int id = 1; id <= 3; id++) {
            final List<Long> applied = cluster.nodes[id].applied().stream().filter(s -> s != 0).toList();
            assertEquals(expected, applied, "node " + id);
            assertEquals(cluster.nodes[id].ordered.appended(), cluster.nodes[id].replica.applied(), "node " + id);
        }
    }

    /** Offers entries one after the other to a leader, so many milliseconds apart. */
    private void offer(final MiniCluster.Node leader, final long from, final long to, final int millis) {
        for (long sequence = from; sequence <= to; sequence++) {
            cluster.offer(sequence, leader.protocol.state().leaderBallot());
            cluster.run(millis);
        }
    }
}
