package io.fleet.scattered.election;

import static io.fleet.fixture.message.Entries.accepted;
import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.order;
import static io.fleet.fixture.message.Entries.promise;
import static io.fleet.fixture.message.Entries.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.Membership;
import io.fleet.storage.EntryMeta;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ElectionTest {
    private static final long OTHER = ballot(5, 2);

    private World world = new World();

    @Test
    void shouldStartAsAFollower() { // S16
        assertRole(Role.FOLLOWER);
        assertEquals(Ballot.NONE, world.election.leaderBallot());
    }

    @Test
    void shouldBecomeLeaderWithPromisesOfAReadQuorum() { // S3
        elect();
        assertEquals(List.of(Role.PRE_CANDIDATE, Role.CANDIDATE, Role.RECOVERING, Role.LEADER), world.roles);
        assertEquals(1, Ballot.node(world.election.leaderBallot()));
        assertEquals(world.election.leaderBallot(), world.knownLeader);
    }

    @Test
    void shouldNotCampaignUnlessAMajorityHasLostTheLeader() { // S12
        loseLeader();
        reply(0, true);
        reply(0, true);
        reply(1, false);
        reply(2, false);
        assertEquals(Role.PRE_CANDIDATE, world.election.role());
        assertTrue(world.out.all(Prepare.class).isEmpty());
        assertEquals(0, world.storage.promised(), "asking around binds nobody");
        reply(2, true);
        assertEquals(Role.CANDIDATE, world.election.role());
    }

    @Test
    @Expects("election.majority-has-not-lost-the-leader")
    void shouldGiveUpAskingAroundWhenTheOthersHearALeader() { // S12
        loseLeader();
        reply(1, false);
        reply(2, false);
        pass(1_000);
        assertEquals(Role.FOLLOWER, world.election.role());
        assertEquals(0, world.counters.elections.get());
    }

    @Test
    @Expects("election.other-leader-heard")
    void shouldFollowALeaderThatItHearsWhileItAsksAround() {
        loseLeader();
        world.election.onLeaderHeard(OTHER, world.now);
        assertEquals(Role.FOLLOWER, world.election.role());
        assertEquals(OTHER, world.election.leaderBallot());
    }

    @Test
    @Tag("hazard-X-C1")
    @Expects("election.no-round-is-left")
    void shouldGoOnAsAFollowerWhereNoRoundIsLeft() {
        world.election.noteBallot(Ballot.MAX, world.now);
        for (int i = 0; i < 9; i++) {
            pass(200);
            assertEquals(Role.FOLLOWER, world.election.role());
        }
        assertTrue(world.out.all(PreVote.class).isEmpty());
    }

    @Test
    @Expects("election.other-groups-first")
    void shouldWaitWhileOtherGroupsOfTheNodeCampaign() {
        world.othersFirst = true;
        work();
        for (int i = 0; i < 20; i++) {
            pass(100);
        }
        assertEquals(Role.FOLLOWER, world.election.role());
        assertTrue(world.out.all(PreVote.class).isEmpty());
        world.othersFirst = false;
        pass(200);
        assertEquals(Role.PRE_CANDIDATE, world.election.role(), "it does not wait for another election timeout");
    }

    @Test
    @Expects("election.pre-vote-refused")
    void shouldRefuseToReplaceALeaderThatItHears() { // S12
        world.election.onLeaderHeard(OTHER, world.now);
        world.advance(399);
        assertFalse(askMe(0).granted);
        world.advance(1);
        assertTrue(askMe(0).granted);
        assertEquals(OTHER, askMe(0).knownBallot);
    }

    @Test
    @Expects("election.node-speaks-for-quiet-leader")
    void shouldFollowAQuietLeaderWhileItsNodeIsHeard() { // S12
        work();
        followQuietly(1_600);
        for (int i = 0; i < 15; i++) {
            world.standing.hears(2, world.now + 100 * World.MS);
            pass(100);
            assertEquals(Role.FOLLOWER, world.election.role());
            assertFalse(askMe(0).granted);
        }
        assertEquals(50 * World.MS, world.election.pulseNs(world.now), "as often as it would send heartbeats");
        assertEquals(100 * World.MS, world.election.quietLeftNs(world.now));
        world.standing.hears(2, world.now + 100 * World.MS);
        pass(100);
        assertEquals(0, world.election.quietLeftNs(world.now));
        assertTrue(askMe(0).granted, "its time is over");
        for (int i = 0; i < 4 && world.election.role() == Role.FOLLOWER; i++) {
            pass(100);
        }
        assertEquals(Role.PRE_CANDIDATE, world.election.role(), "within one election timeout after that");
    }

    @Test
    void shouldNotBelieveThatALeaderIsQuietForHours() {
        work();
        followQuietly(Order.MAX_QUIET_MILLIS);
        for (int i = 0; i < 31; i++) {
            world.standing.hears(2, world.now + 100 * World.MS);
            pass(100);
            assertFalse(askMe(0).granted);
        }
        world.standing.hears(2, world.now + 100 * World.MS);
        pass(100);
        assertTrue(askMe(0).granted, "after eight of its own election timeouts");
    }

    @Test
    void shouldSayOftenEnoughThatItLivesForALeaderInAHurry() {
        followQuietly(320);
        assertEquals(10 * World.MS, world.election.pulseNs(world.now), "eight times in its election timeout of 80 ms");
    }

    @Test
    void shouldMissAQuietLeaderThatCampaignsItself() { // S12
        work();
        followQuietly(1_600);
        pass(400);
        world.standing.hears(2, world.now);
        assertFalse(askMe(0).granted);
        final PreVote request = new PreVote();
        request.ballot = ballot(8, 2);
        world.election.onPreVote(2, request, world.now);
        assertTrue(world.out.last(PreVoteReply.class).granted, "it does not lead any more");
    }

    private void followQuietly(final int millis) {
        world.standing.hears(2, world.now);
        world.election.onLeaderHeard(OTHER, millis, world.now);
    }

    @Test
    void shouldMissAQuietLeaderWhoseNodeIsSilentAsSoonAsAnyOther() { // S12
        work();
        followQuietly(1_600);
        pass(399);
        assertFalse(askMe(0).granted);
        pass(1);
        assertTrue(askMe(0).granted);
    }

    @Test
    void shouldMissAQuietLeaderWhoseNodeHasStartedAgain() { // S15
        work();
        followQuietly(1_600);
        world.standing.knows(2, 200);
        pass(400);
        world.standing.hears(2, world.now);
        assertTrue(askMe(0).granted);
    }

    @Test
    void shouldMissAQuietLeaderWhenAHigherBallotIsKnown() { // S12
        work();
        followQuietly(1_600);
        world.election.noteBallot(ballot(6, 3), world.now);
        pass(400);
        world.standing.hears(2, world.now);
        assertTrue(askMe(0).granted);
    }

    @Test
    void shouldRefuseToReplaceItselfAsLeader() { // S12
        elect();
        assertFalse(askMe(0).granted);
    }

    @Test
    void shouldRefuseAReplicaThatIsFarBehind() {
        for (long lsn = 1; lsn <= World.WINDOW + 1; lsn++) {
            world.learner.learn(lsn, meta(lsn));
        }
        assertFalse(askMe(0).granted);
        assertTrue(askMe(1).granted);
        assertEquals(World.WINDOW + 1, askMe(1).chosen);
    }

    @Test
    @Expects("election.takes-over-as-asked")
    void shouldCampaignAtOnceWhenTheLeaderHandsOver() { // S12, S16
        follow();
        world.election.onHandOver(2, handOver(1), world.now);
        assertEquals(List.of(Role.CANDIDATE), world.roles);
        assertTrue(world.campaign.ballot() > OTHER);
        assertEquals(1, Ballot.node(world.campaign.ballot()));
        work();
        assertTrue(world.out.all(Prepare.class).isEmpty(), "its own promise is not durable yet");
    }

    @Test
    @Expects({"election.hand-over-ignored", "election.hand-over-repeated"})
    void shouldIgnoreAHandOverThatIsNotOfItsLeaderOrOld() { // S12
        follow();
        world.election.onHandOver(3, handOver(1), world.now);
        final LeadershipTransfer older = handOver(1);
        older.ballot = ballot(4, 2);
        world.election.onHandOver(2, older, world.now);
        final LeadershipTransfer forAnother = handOver(1);
        forAnother.successor = 3;
        world.election.onHandOver(2, forAnother, world.now);
        final LeadershipTransfer ahead = handOver(1);
        ahead.highest = 1;
        world.election.onHandOver(2, ahead, world.now);
        assertTrue(world.roles.isEmpty());
        world.election.onHandOver(2, handOver(2), world.now);
        world.election.onLeaderHeard(OTHER, world.now);
        for (int i = 0; i < 10; i++) {
            pass(100);
        }
        final int roles = world.roles.size();
        world.election.onHandOver(2, handOver(2), world.now);
        world.election.onHandOver(2, handOver(1), world.now);
        assertEquals(roles, world.roles.size());
    }

    @Test
    void shouldIgnoreAHandOverWhenTheLeaderHasOrderedMoreSince() { // S12
        follow();
        world.learner.onOrder(Entries.order(OTHER, 0, 1, meta(1)));
        world.election.onHandOver(2, handOver(1), world.now);
        assertTrue(world.roles.isEmpty());
    }

    @Test
    void shouldIgnoreAHandOverBelowItsPromise() { // S1
        follow();
        world.storage.promise(ballot(6, 3));
        world.election.onHandOver(2, handOver(1), world.now);
        assertTrue(world.roles.isEmpty());
    }

    @Test
    @Expects("election.leader-was-removed")
    void shouldStopLeadingWhenItIsRemoved() { // S14
        elect();
        final Membership membership = world.context.membership();
        membership.hear(2, membership.current().without(1).at(4), false);
        membership.hear(3, membership.current().without(1).at(4), false);
        assertRole(Role.LEADER, "the others may still need it");
        membership.noteInForce(4);
        assertRole(Role.FOLLOWER);
    }

    @Test
    @Expects("election.leader-lost-its-quorum")
    void shouldStopLeadingWhenItHearsNoReadQuorum() { // S12
        elect();
        world.advance(300);
        world.leader.onAck(1, ack(world.leader.ballot(), 0), world.now);
        pass(300);
        assertEquals(Role.LEADER, world.election.role());
        pass(101);
        assertEquals(Role.FOLLOWER, world.election.role());
        assertEquals(Ballot.NONE, world.leader.ballot(), "and orders nothing any more");
        assertEquals(1, world.counters.stepDowns.get());
    }

    @Test
    @Expects("election.higher-ballot-exists")
    void shouldStopLeadingWhenAHigherBallotExists() { // S1, S16
        elect();
        world.election.noteBallot(ballot(9, 3), world.now);
        assertEquals(Role.FOLLOWER, world.election.role());
        assertEquals(Ballot.NONE, world.leader.ballot());
    }

    @Test
    void shouldStopCampaigningWhenAHigherBallotExists() { // S1
        loseLeader();
        reply(1, true);
        reply(2, true);
        world.election.noteBallot(ballot(9, 3), world.now);
        assertEquals(Role.FOLLOWER, world.election.role());
        assertEquals(0, world.campaign.ballot());
    }

    @Test
    void shouldNeverLeadTwiceAtOneBallot() { // S16, F8
        elect();
        final long first = world.election.leaderBallot();
        pass(401);
        assertEquals(Role.FOLLOWER, world.election.role());
        world.election.onLeaderHeard(first, world.now);
        assertRole(Role.FOLLOWER);
        assertEquals(Ballot.NONE, world.leader.ballot());
        elect();
        assertTrue(world.election.leaderBallot() > first);
    }

    @Test
    void shouldCampaignAboveItsPromiseAfterARestart() { // S16, F8
        elect();
        final long first = world.election.leaderBallot();
        world = world.restarted();
        assertRole(Role.FOLLOWER);
        elect();
        assertTrue(world.election.leaderBallot() > first);
    }

    @Test
    void shouldCampaignAboveEveryBallotItHasHeardOf() { // S16
        world.election.onLeaderHeard(OTHER, world.now);
        loseLeader();
        final PreVoteReply reply = new PreVoteReply();
        reply.knownBallot = ballot(70, 3);
        world.election.onPreVoteReply(2, reply, world.now);
        reply(1, true);
        reply(2, true);
        assertEquals(Role.CANDIDATE, world.election.role());
        assertTrue(world.campaign.ballot() > ballot(70, 3));
    }

    @Test
    void shouldNotAskForPromisesBeforeItsOwnIsDurable() { // S16
        loseLeader();
        reply(1, true);
        reply(2, true);
        work();
        assertTrue(world.out.all(Prepare.class).isEmpty());
        world.promises.flush();
        work();
        assertEquals(3, world.out.all(Prepare.class).size());
    }

    @Test
    void shouldNotServeBeforeItHoldsEverythingUpToItsBase() { // S4
        candidate();
        final long mine = world.campaign.ballot();
        world.campaign.onPromise(1, promise(mine, 1, 1));
        world.campaign.onPromise(2, promise(mine, 1, 0));
        world.confirmAll();
        work();
        assertRole(Role.RECOVERING);
        world.learner.learn(1, meta(1));
        assertRole(Role.LEADER);
        assertEquals(1, world.leader.highest());
    }

    @Test
    @Expects("election.recovery-given-up")
    void shouldGiveUpARecoveryThatDoesNotEnd() { // S7
        candidate();
        final long mine = world.campaign.ballot();
        world.campaign.onPromise(1, with(promise(mine, 1, 0), accepted(1, ballot(1, 2), meta(1))));
        world.campaign.onPromise(2, promise(mine, 1, 0));
        world.confirmAll();
        work();
        for (int i = 0; i < 31; i++) {
            world.advance(100);
            world.leader.onAck(1, ack(mine, 0), world.now);
            assertRole(Role.RECOVERING);
        }
        pass(100);
        assertEquals(Role.FOLLOWER, world.election.role());
        assertEquals(Ballot.NONE, world.leader.ballot());
    }

    @Test
    @Expects("election.too-few-promises")
    void shouldGiveUpACampaignWithoutAQuorum() { // S3
        candidate();
        world.campaign.onPromise(0, promise(world.campaign.ballot(), 1, 0));
        world.confirmAll();
        for (int i = 0; i < 9; i++) {
            pass(100);
        }
        assertFalse(world.roles.contains(Role.RECOVERING));
        assertTrue(world.roles.contains(Role.FOLLOWER));
    }

    @Test
    void shouldFollowALeaderOfAHigherBallot() {
        elect();
        world.election.onLeaderHeard(OTHER, world.now);
        assertEquals(Role.FOLLOWER, world.election.role());
        assertEquals(OTHER, world.election.leaderBallot());
        assertEquals(OTHER, world.knownLeader);
    }

    @Test
    void shouldNotFollowALeaderBelowItsPromise() { // S1
        world.storage.promise(ballot(6, 3));
        world.election.onLeaderHeard(OTHER, world.now);
        assertEquals(Ballot.NONE, world.election.leaderBallot());
        assertTrue(askMe(0).granted, "a leader that is fenced off counts as lost");
    }

    @Test
    @Expects("election.leader-stuck")
    void shouldYieldWhenItsReplicaIsStuck() { // S12
        elect();
        world.learner.learn(1, meta(1));
        for (int i = 0; i < 21; i++) {
            assertEquals(Role.LEADER, world.election.role());
            world.advance(100);
            world.leader.onAck(1, ack(world.leader.ballot(), 0), world.now);
            work();
        }
        assertEquals(Role.FOLLOWER, world.election.role());
        for (int i = 0; i < 15; i++) {
            world.advance(100);
            work();
            assertEquals(Role.FOLLOWER, world.election.role(), "others first, for four election timeouts at least");
        }
        pass(2_500);
        assertEquals(Role.PRE_CANDIDATE, world.election.role(), "nobody else leads");
    }

    @Test
    @Expects("election.stuck-leader-stays-for-want-of-another")
    void shouldStayWhenItsReplicaIsStuckAndNobodyElseIsBetterOff() { // S12
        elect();
        world.learner.learn(1, meta(1));
        world.election.irreplaceable(true);
        for (int i = 0; i < 100; i++) {
            world.advance(100);
            world.leader.onAck(1, ack(world.leader.ballot(), 0), world.now);
            work();
        }
        assertEquals(Role.LEADER, world.election.role());
        world.election.irreplaceable(false);
        assertRole(Role.FOLLOWER);
    }

    @Test
    @Expects("election.own-replica-lags")
    void shouldNotCampaignWhileItsReplicaLagsByAWindow() { // S12
        for (long lsn = 1; lsn <= World.WINDOW; lsn++) {
            world.learner.learn(lsn, meta(lsn));
        }
        for (int i = 0; i < 50; i++) {
            work();
            world.advance(100);
        }
        assertTrue(world.roles.isEmpty());
        world.recorded(1);
        pass(1_000);
        assertEquals(Role.PRE_CANDIDATE, world.election.role());
    }

    @Test
    void shouldNotCampaignWhileItStillAppliesWhatIsRecorded() { // S12
        for (long lsn = 1; lsn <= World.WINDOW; lsn++) {
            world.learner.learn(lsn, meta(lsn));
        }
        world.progress.recorded = World.WINDOW;
        for (int i = 0; i < 50; i++) {
            work();
            world.advance(100);
        }
        assertTrue(world.roles.isEmpty(), "it would order nothing before it has applied them");
        world.recorded(World.WINDOW);
        pass(1_000);
        assertEquals(Role.PRE_CANDIDATE, world.election.role());
    }

    @Test
    @Expects("election.leader-superseded")
    void shouldYieldWhenAnotherValueIsChosenThanItOrdered() { // S6, S16
        elect();
        world.leader.onBody(offered(), world.now);
        world.leader.doWork(world.now, 0);
        world.learner.learn(1, meta(2));
        world.leader.doWork(world.now, 0);
        assertRole(Role.FOLLOWER);
    }

    @Test
    @Expects("election.recovery-superseded")
    void shouldNotLeadWhenAnotherValueIsChosenThanItWouldPropose() { // S5, S6
        candidate();
        final long mine = world.campaign.ballot();
        world.campaign.onPromise(1, with(promise(mine, 1, 0), accepted(1, ballot(1, 2), meta(1))));
        world.campaign.onPromise(2, promise(mine, 1, 0));
        world.confirmAll();
        work();
        world.learner.learn(1, meta(2));
        world.arrive(1, 0);
        assertRole(Role.FOLLOWER);
    }

    @Test
    void shouldNotConfirmWhatItHasForgottenTheValueOf() { // S6: before it led it caught up with the next leader
        confirmedCandidate();
        work();
        for (long lsn = 1; lsn <= world.context.capacity() + 1; lsn++) {
            world.learner.learn(lsn, meta((int) lsn));
            world.recorded(lsn);
        }
        shouldLeadAndNotBeConfirmed();
    }

    @Test
    @Tag("hazard-S-A3")
    void shouldNotConfirmWhatASnapshotCarriedItOver() { // S6: an order of a lower ballot is in the place of the LSN
        world.learner.onOrder(order(ballot(1, 2), 0, 1, meta(7)));
        confirmedCandidate();
        work();
        world.recorded(1);
        world.learner.onRecorded(1);
        shouldLeadAndNotBeConfirmed();
    }

    @Test
    @Tag("hazard-S-A3")
    @Expects("campaign.base-raised-by-the-own-replica")
    void shouldBeginAboveWhatASnapshotBroughtWhileItWasACandidate() { // S4: the last confirmation comes late
        world.learner.onOrder(order(ballot(1, 2), 0, 1, meta(7)));
        confirmedCandidate();
        world.recorded(1);
        world.learner.onRecorded(1);
        work();
        assertRole(Role.LEADER);
        assertEquals(1, world.leader.base());
        world.leader.onBody(offered(), world.now);
        world.leader.doWork(world.now, 0);
        final List<Order> orders = world.out.all(Order.class).stream().filter(order -> order.count > 0).toList();
        assertEquals(1, orders.size());
        assertEquals(2, orders.get(0).entries[0].lsn, "LSN 1 is chosen, with a value that this node never heard of");
    }

    private void confirmedCandidate() {
        candidate();
        final long mine = world.campaign.ballot();
        world.campaign.onPromise(1, promise(mine, 1, 0));
        world.campaign.onPromise(2, promise(mine, 1, 0));
        world.confirmAll();
    }

    private void shouldLeadAndNotBeConfirmed() {
        assertRole(Role.LEADER);
        world.leader.onBody(offered(), world.now);
        world.leader.doWork(world.now, 0);
        assertEquals(1, world.leader.highest(), "it ordered another value");
        world.leader.doWork(world.now, 0);
        world.advance(100);
        world.leader.doWork(world.now, 0);
        world.out.all(Order.class).forEach(order -> assertEquals(0, order.chosen, "chosen on its word"));
        assertRole(Role.FOLLOWER);
    }

    @Test
    void shouldWaitWhileItHearsItsLeader() { // S12
        work();
        for (int i = 0; i < 100; i++) {
            world.advance(100);
            world.election.onLeaderHeard(OTHER, world.now);
            work();
        }
        assertTrue(world.roles.isEmpty());
    }

    private PendingBody offered() {
        world.bodies.onChunk(Entries.body(1, world.leader.ballot()), world.leader.ballot(), world.now);
        return world.bodies.get(Entries.BATCHER, 1);
    }

    private void loseLeader() {
        work();
        for (int i = 0; i < 9 && world.election.role() == Role.FOLLOWER; i++) {
            pass(100);
        }
        assertEquals(Role.PRE_CANDIDATE, world.election.role());
        work();
        assertEquals(1, world.out.all(PreVote.class).stream().map(v -> v.ballot).distinct().count());
    }

    private void candidate() {
        world.out.clear();
        loseLeader();
        reply(1, true);
        reply(2, true);
        assertEquals(Role.CANDIDATE, world.election.role());
        world.flush();
        work();
    }

    private void elect() {
        candidate();
        final long mine = world.campaign.ballot();
        world.campaign.onPromise(1, promise(mine, 1, 0));
        world.campaign.onPromise(2, promise(mine, 1, 0));
        world.confirmAll();
        work();
        assertRole(Role.LEADER);
        assertEquals(mine, world.out.last(Order.class).ballot);
    }

    @Test
    void shouldNotLeadBeforeItActsOnAConfigurationThatItHasRecorded() { // S14
        candidate();
        final long mine = world.campaign.ballot();
        world.progress.configuration = world.context.membership().current().without(3).at(4);
        world.campaign.onPromise(1, promise(mine, 1, 0));
        world.campaign.onPromise(2, promise(mine, 1, 0));
        world.confirmAll();
        work();
        assertRole(Role.RECOVERING, "the ballot is of the configuration before");
    }

    @Test
    void shouldNotLeadBeforeItActsOnAConfigurationThatItKnowsToBeChosen() { // S14
        candidate();
        final long mine = world.campaign.ballot();
        world.campaign.onPromise(1, promise(mine, 1, 0));
        world.campaign.onPromise(2, promise(mine, 1, 0));
        world.confirmAll();
        final EntryMeta configuration = meta(1);
        configuration.flags = EntryMeta.CONFIGURATION;
        world.learner.learn(1, configuration);
        work();
        assertRole(Role.RECOVERING, "the ballot is of the configuration before");
    }

    private void reply(final int member, final boolean granted) {
        final PreVoteReply reply = new PreVoteReply();
        reply.ballot = world.out.last(PreVote.class).ballot;
        reply.granted = granted;
        world.election.onPreVoteReply(member, reply, world.now);
    }

    private PreVoteReply askMe(final long chosen) {
        final PreVote request = new PreVote();
        request.ballot = ballot(8, 3);
        request.chosen = chosen;
        world.election.onPreVote(3, request, world.now);
        return world.out.last(PreVoteReply.class);
    }

    private void work() {
        world.election.doWork(world.now);
    }

    /** Follows node 2 at {@link #OTHER}. */
    private void follow() {
        world.storage.promise(OTHER);
        world.promises.flush();
        world.election.onLeaderHeard(OTHER, world.now);
        world.roles.clear();
    }

    private static LeadershipTransfer handOver(final long number) {
        final LeadershipTransfer message = new LeadershipTransfer();
        message.ballot = OTHER;
        message.number = number;
        message.highest = 0;
        message.successor = 1;
        return message;
    }

    private void pass(final long millis) {
        world.advance(millis);
        work();
    }

    /** After another cycle. */
    private void assertRole(final Role expected, final String... why) {
        work();
        assertEquals(expected, world.election.role(), () -> String.join("", why));
    }
}
