package io.fleet.scattered.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.consensus.MemberOutcome;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseReleased;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.Asked;
import io.fleet.scattered.FakeLog;
import io.fleet.scattered.FakeProgress;
import io.fleet.scattered.FakePromises;
import io.fleet.scattered.FakeStanding;
import io.fleet.scattered.MiniCluster;
import io.fleet.scattered.World;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Leases at all replicas of three whole nodes in virtual time; one hop takes 5 ms, an election timeout 400 ms. */
class ReplicaLeasesTest {
    private static final int LENGTH = 1_200;

    private MiniCluster cluster = new MiniCluster(config(LENGTH));

    @Test
    void shouldLetEveryReplicaAnswerByItself() { // L9
        final MiniCluster.Node leader = settled();
        for (int id = 1; id <= 3; id++) {
            final long mark = ownMark(cluster.nodes[id]);
            assertNotEquals(ReadMarks.SILENT, mark, "node " + id);
            assertTrue(mark <= cluster.nodes[id].replica.applied());
            assertEquals(1, cluster.nodes[id].protocol.state().counters().stream()
                .filter(each -> each.name().equals("leases.released.lsn")).findFirst().orElseThrow().counter().get());
            assertEquals(id == leader.id, leaseMark(cluster.nodes[id]) != ReadMarks.SILENT,
                "others are told what the leader has ordered, and no replica's floor");
        }
    }

    @Test
    @Expects("replica-leases.released-without-an-order")
    void shouldShowNothingBeforeEveryHolderHasAppliedIt() { // L7, L8
        final MiniCluster.Node leader = settled();
        final int slow = leader.id % 3 + 1;
        cluster.filter = (from, to, message) -> from != slow || !(message instanceof SubLeaseRequest);
        final int before = cluster.toBatcher.size();
        cluster.offer(2, leader.protocol.state().leaderBallot());
        cluster.run(100);
        assertEquals(2, leader.protocol.chosenEntries().chosen());
        for (int id = 1; id <= 3; id++) {
            assertEquals(2, cluster.nodes[id].replica.applied());
            assertEquals(1, cluster.nodes[id].protocol.chosenEntries().released(), "node " + id);
        }
        assertEquals(before, cluster.toBatcher.size(), "nobody answers");
        cluster.heal();
        cluster.run(300);
        for (int id = 1; id <= 3; id++) {
            assertEquals(2, cluster.nodes[id].protocol.chosenEntries().released(), "node " + id);
        }
        assertEquals(before + 1, cluster.toBatcher.stream().filter(ReplyBatch.class::isInstance).count());
    }

    @Test
    void shouldWaitForAHolderThatIsGoneUntilItsLeaseIsOverAndNotAgain() { // L7
        final MiniCluster.Node leader = settled();
        final MiniCluster.Node gone = cluster.nodes[leader.id % 3 + 1];
        cluster.isolate(gone.id);
        cluster.offer(2, leader.protocol.state().leaderBallot());
        int waited = 0;
        while (leader.protocol.chosenEntries().released() < 2 && waited < 2 * LENGTH) {
            cluster.run(5);
            waited += 5;
            assertTrue(leader.protocol.chosenEntries().released() < 2 || ownMark(gone) == ReadMarks.SILENT,
                "it answers by itself, after " + waited + " ms");
        }
        assertTrue(waited > LENGTH / 2 && waited <= LENGTH, "after " + waited + " ms");
        cluster.offer(3, leader.protocol.state().leaderBallot());
        cluster.run(50);
        assertEquals(3, leader.protocol.chosenEntries().released(), "it is waited for no more");
    }

    @Test
    void shouldLendNothingBeyondItsOwnLease() { // L6
        final World world = new World(1, config(LENGTH));
        lead(world);
        grant(world);
        final long endNs = world.now + config(LENGTH).leases().countedNs();
        final SubLeaseRequest request = new SubLeaseRequest();
        request.ballot = world.leader.ballot();
        for (int i = 0; i < LENGTH / 100; i++) {
            request.round++;
            world.replicaLeases.onRequest(2, request, world.now);
            world.advance(100);
            world.out.clear();
            world.leases.doWork(world.now);
            for (final SubLease lease : world.out.all(SubLease.class)) {
                assertEquals(endNs - world.now, lease.nanos);
            }
            assertEquals(i > 0 && world.now < endNs ? 1 : 0, world.out.all(SubLease.class).size(), "number " + i);
        }
        assertTrue(world.now > endNs);
    }

    @Test
    @Expects("replica-leases.change-waits-for-holders")
    void shouldAskNobodyToTakeOverBeforeAllThatItLentIsOver() { // L10
        final MiniCluster.Node old = settled();
        final boolean[] hasAsked = {false};
        cluster.filter = (from, to, message) -> {
            if (message instanceof LeadershipTransfer) {
                hasAsked[0] = true;
                for (int id = 1; id <= 3; id++) {
                    assertEquals(ReadMarks.SILENT, ownMark(cluster.nodes[id]), "node " + id);
                }
            }
            return true;
        };
        final int next = old.id % 3 + 1;
        cluster.transfer(old.id, next, TransferOutcome.NONE);
        cluster.run(LENGTH / 4);
        assertFalse(hasAsked[0]);
        cluster.run(LENGTH);
        assertTrue(hasAsked[0]);
        assertEquals(Role.LEADER, cluster.nodes[next].protocol.state().role());
        cluster.run(LENGTH);
        assertNotEquals(ReadMarks.SILENT, ownMark(old), "of its successor");
    }

    @Test
    void shouldOrderNoConfigurationBeforeAllThatItLentIsOver() { // L10: others vote in it, who are bound to nobody
        final MiniCluster.Node old = settled();
        final boolean[] isOrdered = {false};
        cluster.filter = (from, to, message) -> {
            if (message instanceof Order order && order.count > 0 && order.entries[0].meta.isConfiguration()) {
                isOrdered[0] = true;
                for (int id = 1; id <= 3; id++) {
                    assertEquals(ReadMarks.SILENT, ownMark(cluster.nodes[id]), "node " + id);
                }
            }
            return true;
        };
        final MemberChange change = new MemberChange();
        change.kind = MemberChange.REMOVE;
        change.node = old.id % 3 + 1;
        old.protocol.memberChanges().orElseThrow().request(change, MemberOutcome.NONE, cluster.now());
        cluster.run(2 * LENGTH);
        assertTrue(isOrdered[0]);
    }

    @Test
    @Expects("vote-guard.campaign-waits-for-holders")
    void shouldNotCampaignAnewBeforeAllThatItLentIsOver() { // L10
        cluster = new MiniCluster(config(3 * LENGTH));
        final MiniCluster.Node old = settled();
        cluster.run(3 * LENGTH);
        final int holder = old.id % 3 + 1;
        assertNotEquals(ReadMarks.SILENT, ownMark(cluster.nodes[holder]));
        final boolean[] isCampaigning = {false};
        cluster.filter = (from, to, message) -> {
            if (from == old.id && (message instanceof PreVote || message instanceof Prepare)) {
                isCampaigning[0] = true;
                assertEquals(ReadMarks.SILENT, ownMark(cluster.nodes[holder]));
            }
            return from == to || from != holder && to != holder && from == old.id
                && (message instanceof PreVote || message instanceof Prepare);
        };
        cluster.run(6 * LENGTH);
        assertTrue(isCampaigning[0]);
    }

    /** By then another may lead, of whose holders nobody here knows. */
    @Test
    void shouldReleaseByAClockThatIsLaterThanWhatItHeard() { // L7
        final World world = new World(1, config(LENGTH));
        lead(world);
        grant(world);
        choose(world);
        world.leases.doWork(world.now);
        world.leases.doWork(world.now);
        assertEquals(0, world.learner.released(), "this clock was read before that was heard");
        world.advance(LENGTH);
        world.leases.doWork(world.now);
        assertEquals(0, world.learner.released(), "the lease is over");
        grant(world);
        world.advance(1);
        world.leases.doWork(world.now);
        assertEquals(0, world.learner.released(), "it knows now");
        world.advance(1);
        world.leases.doWork(world.now);
        assertEquals(1, world.learner.released());
    }

    @Test
    void shouldReleaseNothingWithoutALease() { // L7
        final World world = new World(1, config(LENGTH));
        lead(world);
        choose(world);
        for (int i = 0; i < 10; i++) {
            world.advance(1);
            world.leases.doWork(world.now);
        }
        assertEquals(0, world.learner.released());
    }

    @Test
    @Expects({"replica-leases.asked-at-another-ballot", "replica-leases.asked-by-who-does-not-count"})
    void shouldLendNothingAtAnotherBallotOrToWhoIsNoVoter() { // L9
        final MiniCluster.Node leader = settled();
        final SubLeaseRequest request = new SubLeaseRequest();
        request.ballot = leader.protocol.state().leaderBallot() - 1;
        leader.take(leader.id % 3 + 1, request, cluster.now());
        cluster.nodes[leader.id % 3 + 1].take(leader.id, request, cluster.now());
        final World world = new World(1, config(LENGTH));
        world.standing.number(1);
        world.standing.knows(2, 1);
        world.standing.least.put(2, 2);
        lead(world);
        request.ballot = world.leader.ballot();
        world.replicaLeases.onRequest(1, request, world.now);
        world.replicaLeases.onRequest(2, request, world.now);
        grant(world);
        for (int i = 0; i < 2; i++) {
            world.advance(1);
            request.round++;
            world.leases.doWork(world.now);
            world.replicaLeases.onRequest(1, request, world.now);
            world.replicaLeases.onRequest(2, request, world.now);
        }
        world.advance(1);
        world.leases.doWork(world.now);
        assertEquals(List.of(3), world.out.receivers(SubLease.class));
    }

    @Test
    void shouldBelieveOnlyTheLeaderOfABallot() {
        final MiniCluster.Node leader = settled();
        final MiniCluster.Node other = cluster.nodes[leader.id % 3 + 1];
        final long released = other.protocol.chosenEntries().released();
        final LeaseReleased news = new LeaseReleased();
        news.ballot = leader.protocol.state().leaderBallot();
        news.released = 1_000;
        other.take((leader.id + 1) % 3 + 1, news, cluster.now());
        final SubLease lease = new SubLease();
        lease.ballot = news.ballot;
        lease.released = 1_000;
        other.take((leader.id + 1) % 3 + 1, lease, cluster.now());
        assertEquals(released, other.protocol.chosenEntries().released());
    }

    /** What is released is believed of the leader, as far as it is chosen; the rest may be a mistake. */
    @Test
    void shouldBelieveALeaderOnlyAsFarAsItKnowsToBeChosen() { // L8
        final MiniCluster.Node leader = settled();
        final MiniCluster.Node other = cluster.nodes[leader.id % 3 + 1];
        final LeaseReleased news = new LeaseReleased();
        news.ballot = leader.protocol.state().leaderBallot();
        news.released = 1_000;
        other.take(leader.id, news, cluster.now());
        cluster.filter = (from, to, message) -> !(message instanceof SubLeaseRequest request)
            || from != other.id && request.kind != SubLeaseRequest.TELL;
        cluster.offer(2, news.ballot);
        cluster.run(100);
        assertEquals(2, other.replica.applied());
        assertEquals(1, other.protocol.chosenEntries().released());
        final World off = new World(1, World.config());
        off.learner.noteKnown(9);
        off.replicaLeases.onReleased(2, news);
        assertEquals(0, off.learner.released(), "where replicas hold no leases");
    }

    /**
     * The later life waits after its start for as long as the former one may be bound (L3), so nobody else is elected
     * meanwhile: what was lent counts until it is over, and this leader releases nothing on less.
     */
    @Test
    void shouldWaitForHoldersThoughAVoterCountsInAnotherLife() { // L7, S15
        final World world = new World(1, config(LENGTH));
        world.standing.number(1);
        world.standing.knows(2, 1);
        lead(world);
        grant(world);
        final SubLeaseRequest request = new SubLeaseRequest();
        request.ballot = world.leader.ballot();
        for (int i = 0; i < 2; i++) {
            request.round++;
            world.replicaLeases.onRequest(1, request, world.now);
            world.advance(1);
            world.leases.doWork(world.now);
        }
        assertEquals(1, world.out.all(SubLease.class).size());
        choose(world);
        world.standing.knows(2, 2);
        final RejoinRequest later = new RejoinRequest();
        later.nonce = 99;
        world.rejoin.onRequest(1, later, world.now);
        assertEquals(ReadMarks.SILENT, world.leases.mark(world.now));
        world.leases.doWork(world.now);
        grant(world);
        for (int i = 0; i < 5; i++) {
            world.advance(1);
            world.leases.doWork(world.now);
        }
        assertNotEquals(ReadMarks.SILENT, world.leases.mark(world.now));
        assertEquals(0, world.learner.released(), "the holder has not applied it");
        assertFalse(world.leases.recall(world.now));
    }

    /** The former life of this node may have granted the leader a lease just now, of which that has lent. */
    @Test
    void shouldElectNobodyForALeaseAfterItsRepair() { // L3, L10, S15
        final World world = new World(2, config(LENGTH), new FakeLog(), new FakePromises(),
            new FakeStanding(VoterState.LOST), new FakeProgress());
        world.leases.doWork(world.now);
        world.advance(2 * LENGTH);
        world.leases.doWork(world.now);
        assertTrue(world.voting.mayElect(2, world.now), "it waited after its start");
        final long ballot = Ballot.next(0, 3);
        world.storage.onOrder(3, Entries.heartbeat(ballot, 0), world.now);
        world.flush();
        world.rejoin.onReply(2, voter(ballot));
        world.rejoin.onReply(0, voter(Ballot.NONE));
        for (int i = 0; i < 3; i++) {
            world.rejoin.doWork(world.now);
            world.flush();
        }
        assertEquals(VoterState.VOTER, world.voting.standing());
        world.leases.doWork(world.now);
        world.advance(1);
        world.leases.doWork(world.now);
        world.advance(LENGTH - 1);
        assertFalse(world.voting.mayElect(2, world.now));
        assertTrue(world.voting.waits(world.now));
        world.advance(LENGTH);
        assertTrue(world.voting.mayElect(2, world.now));
    }

    @Test
    void shouldNotHoldUpAnswersWhenItStopsInGoodOrder() { // L7
        final MiniCluster.Node leader = settled();
        final MiniCluster.Node other = cluster.nodes[leader.id % 3 + 1];
        other.protocol.election().orElseThrow().resign(cluster.now());
        cluster.run(20);
        assertEquals(ReadMarks.SILENT, ownMark(other));
        cluster.isolate(other.id);
        cluster.offer(2, leader.protocol.state().leaderBallot());
        cluster.run(100);
        assertEquals(2, leader.protocol.chosenEntries().released());
    }

    /** The leader that is asked waits for all that it has lent, before it asks the successor. */
    @Test
    void shouldWaitForALeaseMoreWhereItAsksForAHandOver() { // L10
        cluster = new MiniCluster(config(3 * LENGTH));
        final MiniCluster.Node old = settled();
        cluster.run(2 * LENGTH);
        final MiniCluster.Node other = cluster.nodes[old.id % 3 + 1];
        assertNotEquals(ReadMarks.SILENT, ownMark(other));
        final Asked asked = new Asked();
        cluster.transfer(other.id, other.id, asked);
        cluster.run(5 * LENGTH);
        assertEquals(List.of("node " + other.id), asked.outcomes);
        assertEquals(Role.LEADER, other.protocol.state().role());
    }

    @Test
    void shouldHoldNothingOnceTheMachineMayHaveStoodStill() { // L11
        final MiniCluster.Node leader = settled();
        final MiniCluster.Node other = cluster.nodes[leader.id % 3 + 1];
        other.protocol.onStoodStill(cluster.now());
        assertEquals(ReadMarks.SILENT, ownMark(other));
        cluster.run(50);
        assertNotEquals(ReadMarks.SILENT, ownMark(other));
    }

    private static GroupConfig config(final int millis) {
        return World.config().withLeases(new LeaseConfig(millis, 1_000, true));
    }

    private static void lead(final World world) {
        final long ballot = Ballot.next(0, 1);
        world.storage.promise(ballot);
        world.lead(ballot);
        world.learner.onOrder(world.out.last(Order.class));
        world.leases.doWork(world.now);
    }

    private static void grant(final World world) {
        final LeaseGrant grant = new LeaseGrant();
        grant.ballot = world.leader.ballot();
        grant.round = world.out.last(LeaseRequest.class).round;
        world.leases.onGrant(0, grant);
        world.leases.onGrant(2, grant);
    }

    /** A no-op is ordered, and chosen. */
    private static void choose(final World world) {
        world.leader.fill(1);
        world.leader.doWork(world.now, 1_000_000);
        world.learner.onOrder(world.out.last(Order.class));
        final Ack ack = new Ack();
        ack.ballot = world.leader.ballot();
        ack.cumulative = 1;
        world.learner.onAck(0, ack);
        world.learner.onAck(1, ack);
        assertEquals(1, world.learner.chosen());
    }

    private MiniCluster.Node settled() {
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(LENGTH);
        assertEquals(Role.LEADER, leader.protocol.state().role());
        assertEquals(1, leader.protocol.chosenEntries().released());
        return leader;
    }

    private long ownMark(final MiniCluster.Node node) {
        return node.protocol.readMarks().ownMark(cluster.now());
    }

    private long leaseMark(final MiniCluster.Node node) {
        return node.protocol.readMarks().leaseMark(cluster.now());
    }

    private static RejoinReply voter(final long leads) {
        final RejoinReply reply = new RejoinReply();
        reply.nonce = World.NONCE;
        reply.standing = VoterState.VOTER;
        reply.settled = Long.MAX_VALUE;
        reply.ballot = leads;
        return reply;
    }
}
