package io.fleet.scattered.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.Asked;
import io.fleet.scattered.MiniCluster;
import io.fleet.scattered.World;
import io.fleet.scattered.context.Membership;
import org.junit.jupiter.api.Test;

/** Leadership that is handed over, step by step, among three nodes in virtual time; one hop takes 5 ms. */
class LeadershipTransfersTest {
    private static final int TIMEOUT = 400;

    private final MiniCluster cluster = new MiniCluster(World.config());
    private final Asked asked = new Asked();
    private final MiniCluster.Node old = settled();
    private final MiniCluster.Node next = after(old);

    @Test
    void shouldHandOverToANamedNodeWithinAFewHops() { // S3, S12
        final long ballot = old.protocol.state().leaderBallot();
        final long preVotes = next.counters.preVotes.get();
        cluster.transfer(old.id, next.id, asked);
        cluster.run(70);
        assertEquals("node " + next.id, asked.outcome);
        assertEquals(Role.LEADER, next.protocol.state().role());
        assertEquals(preVotes, next.counters.preVotes.get(), "nobody was asked around");
        assertEquals(1, old.counters.handOvers.get());
        assertTrue(next.protocol.state().leaderBallot() > ballot);
    }

    @Test
    void shouldServeWhatCameWhileItWasHandedOver() { // S5
        cluster.offer(2, old.protocol.state().leaderBallot());
        cluster.transfer(old.id, next.id, asked);
        cluster.run(200);
        cluster.offer(3, next.protocol.state().leaderBallot());
        cluster.run(200);
        for (int id = 1; id <= 3; id++) {
            assertEquals(3, cluster.nodes[id].applied().stream().max(Long::compare).orElse(0L));
        }
    }

    @Test
    @Expects({"succession.leader-goes-on-at-its-ballot", "succession.successor-is-not-elected-in-time",
        "succession.successor-asked-again"})
    void shouldOrderNothingWhileItWaitsAndGoOnAfterwards() { // S1, S16
        final long ballot = old.protocol.state().leaderBallot();
        cluster.filter = (from, to, message) -> !(message instanceof LeadershipTransfer);
        cluster.transfer(old.id, after(old).id, asked);
        cluster.run(50);
        final long highest = old.protocol.state().ordered();
        cluster.offer(2, ballot);
        cluster.run(TIMEOUT - 100);
        assertEquals(highest, old.protocol.state().ordered());
        cluster.run(200);
        assertEquals(highest + 1, old.protocol.state().ordered());
        assertEquals(ballot, old.protocol.state().leaderBallot());
        assertTrue(asked.outcome.contains("was not elected within an election timeout; node " + old.id
            + " goes on at its ballot"), asked.outcome);
        assertEquals(1, old.counters.handOversFailed.get());
    }

    @Test
    void shouldNotLeadWithoutThePromisesOfAQuorum() { // S3
        cluster.filter = (from, to, message) -> !(message instanceof Promise) || from == to;
        cluster.transfer(old.id, next.id, asked);
        cluster.run(TIMEOUT);
        assertEquals(0, next.counters.leaderships.get());
        assertFalse(next.protocol.state().role() == Role.RECOVERING || next.protocol.state().role() == Role.LEADER);
    }

    @Test
    @Expects("succession.successor-does-not-catch-up")
    void shouldGoOnWhenTheSuccessorDoesNotCatchUp() { // S12
        cluster.filter = (from, to, message) -> !(to == next.id && message instanceof Order order && order.count > 0);
        cluster.offer(2, old.protocol.state().leaderBallot());
        cluster.run(5);
        cluster.transfer(old.id, next.id, asked);
        cluster.run(5);
        cluster.filter = (from, to, message) -> to != next.id || from == to || message instanceof Order order
            && order.count == 0;
        cluster.run(TIMEOUT);
        assertEquals(Role.LEADER, old.protocol.state().role());
        assertTrue(asked.outcome.contains("has applied up to LSN"), asked.outcome);
    }

    @Test
    @Expects("succession.successor-does-not-come-close")
    void shouldNotStopOrderingForASuccessorThatIsFarBehind() { // S12
        cluster.filter = (from, to, message) -> to != next.id || from == to || message instanceof Order order
            && order.count == 0;
        for (int sequence = 2; sequence < 10; sequence++) {
            cluster.offer(sequence, old.protocol.state().leaderBallot());
        }
        cluster.run(50);
        final long highest = old.protocol.state().ordered();
        cluster.transfer(old.id, next.id, asked);
        cluster.run(100);
        cluster.offer(10, old.protocol.state().leaderBallot());
        cluster.run(50);
        assertEquals(highest + 1, old.protocol.state().ordered());
        cluster.run(2 * TIMEOUT);
        assertTrue(asked.outcome.contains("is too far behind"), asked.outcome);
        assertEquals(Role.LEADER, old.protocol.state().role());
    }

    @Test
    @Expects("succession.another-node-was-elected")
    void shouldSayWhenAnotherNodeWasElected() {
        final MiniCluster.Node third = after(next);
        cluster.filter = (from, to, message) -> !(message instanceof LeadershipTransfer);
        cluster.transfer(old.id, next.id, asked);
        cluster.run(20);
        final LeadershipTransfer forThird = handOverTo(third);
        third.take(old.id, forThird, cluster.now());
        cluster.run(100);
        assertTrue(asked.outcome.startsWith("node " + third.id + " leads now"), asked.outcome);
    }

    @Test
    @Expects("succession.nobody-was-elected-in-time")
    void shouldSayWhenNobodyWasElected() {
        cluster.transfer(old.id, next.id, asked);
        cluster.run(25);
        cluster.isolate(old.id);
        cluster.run(6 * TIMEOUT);
        assertTrue(asked.outcome.contains("no other node began to lead in time"), asked.outcome);
    }

    @Test
    @Expects("succession.leadership-lost-before-the-successor-was-asked")
    void shouldSayWhoLeadsWhenItWasReplacedMeanwhile() {
        final MiniCluster.Node third = after(next);
        cluster.filter = (from, to, message) -> to != next.id || from == to || message instanceof Order order
            && order.count == 0;
        cluster.offer(2, old.protocol.state().leaderBallot());
        cluster.run(10);
        cluster.transfer(old.id, next.id, asked);
        final LeadershipTransfer forThird = handOverTo(third);
        cluster.run(20);
        third.take(old.id, forThird, cluster.now());
        cluster.heal();
        cluster.run(150);
        assertTrue(asked.outcome.startsWith("node " + third.id + " leads now"), asked.outcome);
    }

    @Test
    void shouldRefuseWhoIsDownOrUnknown() {
        next.up = false;
        cluster.run(200);
        cluster.transfer(old.id, next.id, asked);
        assertTrue(asked.outcome.contains("has acknowledged nothing for a while"), asked.outcome);
        cluster.transfer(old.id, 9, asked);
        assertEquals("node 9 is no member", asked.outcome);
        cluster.transfer(old.id, old.id, asked);
        assertEquals("node " + old.id, asked.outcome);
        assertEquals(Role.LEADER, old.protocol.state().role());
    }

    @Test
    @Expects("succession.next-best-is-asked")
    void shouldAskTheNextBestWhereAnyWillDo() {
        final int[] refused = {0};
        cluster.filter = (from, to, message) -> {
            if (message instanceof LeadershipTransfer && (refused[0] == 0 || refused[0] == to)) {
                refused[0] = to;
                return false;
            }
            return true;
        };
        cluster.transfer(old.id, LeadershipTransferRequest.ANY, asked);
        cluster.run(2 * TIMEOUT);
        final int next = 6 - old.id - refused[0];
        assertEquals("node " + next, asked.outcome);
        assertEquals(Role.LEADER, cluster.nodes[next].protocol.state().role());
    }

    @Test
    @Expects("succession.requested-by-a-member")
    void shouldPassARequestOnToTheLeader() {
        cluster.transfer(next.id, after(next).id, asked);
        cluster.run(100);
        assertEquals("node " + after(next).id, asked.outcome);
        assertEquals(Role.LEADER, after(next).protocol.state().role());
        cluster.transfer(old.id, after(next).id, asked);
        assertEquals("node " + after(next).id, asked.outcome, "it leads already");
    }

    @Test
    void shouldHandOverOnceAtATime() {
        cluster.transfer(old.id, after(old).id, asked);
        final Asked second = new Asked();
        cluster.transfer(old.id, after(after(old)).id, second);
        assertEquals("another hand-over is under way", second.outcome);
    }

    @Test
    @Expects({"announcer.member-leaves", "replier-queues.replica-that-leaves-passed-over"})
    void shouldLeaveWithoutOwingAReply() { // S10
        final MiniCluster.Node leaving = next;
        leaving.protocol.election().orElseThrow().resign(cluster.now());
        assertFalse(leaving.protocol.hasLeft(cluster.now()));
        cluster.run(30);
        assertTrue(leaving.protocol.hasLeft(cluster.now()));
        final int[] named = {0};
        cluster.filter = (from, to, message) -> {
            if (message instanceof Order order) {
                for (int i = 0; i < order.count; i++) {
                    named[0] += order.entries[i].replier == leaving.id ? 1 : 0;
                }
            }
            return true;
        };
        for (int sequence = 10; sequence < 30; sequence++) {
            cluster.offer(sequence, old.protocol.state().leaderBallot());
            cluster.run(10);
        }
        assertEquals(0, named[0]);
    }

    @Test
    void shouldHandOverBeforeItLeaves() {
        final long elections = old.counters.elections.get();
        old.protocol.election().orElseThrow().resign(cluster.now());
        assertFalse(old.protocol.hasLeft(cluster.now()));
        cluster.run(150);
        assertTrue(old.protocol.hasLeft(cluster.now()));
        assertNotEquals(Role.LEADER, old.protocol.state().role());
        assertTrue(after(old).protocol.state().role() == Role.LEADER
            || after(after(old)).protocol.state().role() == Role.LEADER);
        cluster.isolate(old.id);
        cluster.run(5 * TIMEOUT);
        assertEquals(elections, old.counters.elections.get(), "whoever leaves campaigns no more");
    }

    @Test
    void shouldLeaveAtOnceWhereNobodyElseCanLead() {
        after(old).up = false;
        after(after(old)).up = false;
        cluster.run(200);
        old.protocol.election().orElseThrow().resign(cluster.now());
        assertTrue(old.protocol.hasLeft(cluster.now()));
    }

    @Test
    void shouldNotHandOverToWhoIsAboutToStop() {
        final MiniCluster.Node leaving = after(old);
        leaving.protocol.election().orElseThrow().resign(cluster.now());
        cluster.run(30);
        cluster.transfer(old.id, leaving.id, asked);
        assertTrue(asked.outcome.contains("is about to stop"), asked.outcome);
        cluster.transfer(old.id, LeadershipTransferRequest.ANY, asked);
        cluster.run(100);
        assertEquals("node " + after(leaving).id, asked.outcome);
    }

    @Test
    @Expects("succession.by-priority")
    void shouldHandOverToANodeOfHigherPriorityThatIsFitForLong() {
        final MiniCluster.Node preferred = after(old);
        preferred.protocol.election().orElseThrow().priority(LeaderFitness.DEFAULT_PRIORITY + 1);
        cluster.run(9 * TIMEOUT);
        assertEquals(Role.LEADER, old.protocol.state().role());
        cluster.run(2 * TIMEOUT);
        assertEquals(Role.LEADER, preferred.protocol.state().role());
        cluster.run(30 * TIMEOUT);
        assertEquals(Role.LEADER, preferred.protocol.state().role());
    }

    @Test
    @Expects("announcer.not-able-to-lead")
    void shouldNotHandOverToANodeWhoseDiskIsFull() {
        final MiniCluster.Node preferred = after(old);
        preferred.protocol.election().orElseThrow().priority(LeaderFitness.MAX_PRIORITY);
        preferred.log.full = true;
        for (int i = 0; i < 40; i++) {
            cluster.offer(100 + i, old.protocol.state().leaderBallot());
            cluster.run(TIMEOUT / 2);
            assertEquals(Role.LEADER, old.protocol.state().role());
        }
    }

    @Test
    @Expects("successors.priority-led-before-so-it-waits-longer")
    void shouldWaitLongerEachTimeLeadershipComesBack() {
        final MiniCluster.Node preferred = cluster.nodes[2];
        preferred.protocol.election().orElseThrow().priority(LeaderFitness.MAX_PRIORITY);
        int handOvers = 0;
        for (int i = 0; i < 60 * 10; i++) {
            cluster.run(TIMEOUT / 10);
            if (preferred.protocol.state().role() == Role.LEADER) {
                handOvers++;
                cluster.transfer(preferred.id, 1, asked);
                cluster.run(TIMEOUT / 2);
            }
        }
        assertTrue(handOvers >= 2 && handOvers <= 5, "handed over " + handOvers + " times in 60 election timeouts");
    }

    @Test
    @Expects("election.priority-zero-lets-others-campaign")
    void shouldLeadAtPriorityZeroOnlyWhereNobodyElseCan() {
        final MiniCluster cluster = new MiniCluster(World.config());
        for (int id = 1; id <= 3; id++) {
            cluster.nodes[id].protocol.election().orElseThrow().priority(id == 3 ? LeaderFitness.DEFAULT_PRIORITY : 0);
        }
        assertEquals(3, cluster.awaitLeader().id);
        cluster.nodes[3].up = false;
        assertTrue(cluster.awaitLeader().id < 3);
    }

    @Test
    @Expects("election.full-disk-lets-others-campaign")
    void shouldCampaignWithAFullDiskOnlyWhereNobodyElseDoes() { // S13
        final MiniCluster cluster = new MiniCluster(World.config());
        cluster.nodes[1].log.full = true;
        cluster.nodes[2].log.full = true;
        assertEquals(3, cluster.awaitLeader().id);
        cluster.nodes[3].up = false;
        assertTrue(cluster.awaitLeader().id < 3, "others may need turns to make space");
    }

    @Test
    @Expects("succession.because-the-disk-is-full")
    void shouldHandOverWhenItsDiskIsFull() { // S13
        old.log.full = true;
        cluster.run(TIMEOUT / 2);
        final MiniCluster.Node next = cluster.awaitLeader();
        assertNotEquals(old.id, next.id);
        cluster.offer(2, next.protocol.state().leaderBallot());
        cluster.run(100);
        assertEquals(2, next.applied().stream().max(Long::compare).orElse(0L));
    }

    @Test
    void shouldGoOnLeadingWhenAllDisksAreFull() { // S13
        final long ballot = old.protocol.state().leaderBallot();
        for (int id = 1; id <= 3; id++) {
            cluster.nodes[id].log.full = true;
        }
        cluster.run(20 * TIMEOUT);
        assertEquals(ballot, old.protocol.state().leaderBallot());
        assertEquals(Role.LEADER, old.protocol.state().role());
        after(old).log.full = false;
        cluster.run(3 * TIMEOUT);
        assertEquals(Role.LEADER, after(old).protocol.state().role(), "it could do better");
    }

    @Test
    @Expects("successors.what-was-told-is-too-old")
    void shouldForgetWhatANodeSaidThatCameBack() {
        final MiniCluster.Node back = after(old);
        back.protocol.election().orElseThrow().resign(cluster.now());
        cluster.run(30);
        cluster.restart(back.id);
        cluster.run(3 * TIMEOUT);
        cluster.transfer(old.id, back.id, asked);
        cluster.run(100);
        assertEquals("node " + back.id, asked.outcome);
    }

    @Test
    @Expects("succession.successor-is-removed")
    void shouldAskNobodyWhoWasRemovedMeanwhile() { // S14
        cluster.filter = (from, to, message) -> !(message instanceof LeadershipTransfer);
        cluster.transfer(old.id, next.id, asked);
        cluster.run(20);
        assertEquals("", asked.outcome);
        old.replica.onRecorded(Membership.of(old.id, 1, 2, 3).current().without(next.id).at(1));
        cluster.run(5);
        assertTrue(asked.outcome.startsWith("node " + next.id + " votes no more"), asked.outcome);
    }

    /** A leader with one entry applied everywhere. */
    private MiniCluster.Node settled() {
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.run(100);
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(100);
        return leader;
    }

    private LeadershipTransfer handOverTo(final MiniCluster.Node third) {
        final LeadershipTransfer transfer = new LeadershipTransfer();
        transfer.ballot = old.protocol.state().leaderBallot();
        transfer.number = 9;
        transfer.highest = old.protocol.state().ordered();
        transfer.successor = third.id;
        return transfer;
    }

    private MiniCluster.Node after(final MiniCluster.Node node) {
        return cluster.nodes[node.id % 3 + 1];
    }
}
