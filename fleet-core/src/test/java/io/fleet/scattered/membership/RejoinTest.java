package io.fleet.scattered.membership;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.heartbeat;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import io.fleet.scattered.context.Membership;
import io.fleet.storage.Life;
import io.fleet.storage.VoterState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RejoinTest {
    private static final long B1 = ballot(1, 2);
    private static final long B2 = ballot(2, 3);
    private static final long B3 = ballot(3, 2);

    private World world = new World(1, VoterState.LOST);
    private long nonce = World.NONCE;

    @Test
    void shouldAskAllOthersAgainAndAgain() { // S15
        work();
        assertEquals(List.of(2, 3), world.out.receivers(RejoinRequest.class));
        pass(10);
        assertEquals(2, world.out.all(RejoinRequest.class).size());
        pass(80);
        assertEquals(4, world.out.all(RejoinRequest.class).size());
    }

    @Test
    void shouldAskBackAtOnceWhoeverAsks() {
        work();
        world.out.clear();
        world.advance(20);
        final RejoinRequest request = new RejoinRequest();
        request.nonce = 99;
        world.rejoin.onRequest(2, request, world.now);
        world.rejoin.onRequest(2, request, world.now);
        assertEquals(99, world.out.last(RejoinReply.class).nonce);
        assertEquals(List.of(3), world.out.receivers(RejoinRequest.class), "once is enough");
    }

    @Test
    @Expects("rejoin.first-start")
    void shouldVoteWhenAllAnsweredAndNobodyHoldsAnything() { // S15
        world = new World(1, VoterState.NEW);
        answer(2, reply(VoterState.VOTER));
        assertStaged(false, "node 3 has not answered");
        answer(3, reply(VoterState.NEW));
        assertStaged(true);
        assertFalse(world.voting.counts(), "it is not durable yet");
        assertCountsOnceItIsDurable();
        assertEquals(World.VOTER_ID, world.standing.voterId());
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("rejoin.claims-a-life-first")
    void shouldClaimALifeBeforeItVotesAndCountOnlyAnswersToThat() { // S15
        world = new World(1, VoterState.NEW);
        world.standing.unclaimed(0);
        answer(2, heardAs(0));
        answer(3, heardAs(7));
        assertStaged(false, "the others may listen to a former life of it");
        assertEquals(8, world.standing.life(), "one more than anybody knows");
        assertStaged(false, "what was answered before counts");
        answer(2, heardAs(8));
        answer(3, heardAs(8));
        assertStaged(false, "it was asked before");
        nonce = world.out.last(RejoinRequest.class).nonce;
        answer(2, heardAs(8));
        answer(3, heardAs(7));
        assertStaged(false, "node 3 listens to another life");
        answer(3, heardAs(8));
        assertStaged(true);
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldTellWhoAsksInWhichLifeItIsListenedTo() {
        final RejoinRequest request = new RejoinRequest();
        request.nonce = 99;
        world.rejoin.onRequest(1, request, world.now);
        assertEquals(102, world.out.last(RejoinReply.class).life);
    }

    /** All three have left the group, but for the first, and have empty directories, in a cluster that exists. */
    @Test
    @Tag("hazard-U-old-founders")
    void shouldListenAsTheFirstFounderWhereTheClusterIsNotNew() { // S14, S15
        world = new World(1, VoterState.NEW);
        world.standing.setUpNow = false;
        work();
        answer(2, reply(VoterState.NEW));
        answer(3, reply(VoterState.NEW));
        world.advance(Rejoin.LISTEN_TIMEOUTS * 400 - 1);
        assertStaged(false);
        final RejoinRequest request = new RejoinRequest();
        world.rejoin.onRequest(1, request, world.now);
        assertTrue(world.out.last(RejoinReply.class).holdsRecords, "nobody else begins meanwhile");
        world.advance(1);
        assertStaged(true);
        world.rejoin.onRequest(1, request, world.now);
        assertFalse(world.out.last(RejoinReply.class).holdsRecords);
    }

    /** The others have not voted yet, and are waiting for the last of them. */
    @Test
    @Tag("hazard-U-old-founders")
    void shouldKeepNobodyFromAFirstStartOnceItVotes() { // S15, seed 13054
        world = new World(1, VoterState.VOTER);
        world.standing.setUpNow = false;
        work();
        world.rejoin.onRequest(1, new RejoinRequest(), world.now);
        assertFalse(world.out.last(RejoinReply.class).holdsRecords, "it has started again, and holds nothing");
    }

    private RejoinReply heardAs(final long life) {
        final RejoinReply reply = reply(VoterState.NEW);
        reply.nonce = nonce;
        reply.life = life;
        return reply;
    }

    @Test
    void shouldNotBeginAnewWhenItHeardOfALaterConfiguration() { // S14, S15
        world = new World(1, VoterState.NEW);
        world.context.membership().noteKnown(4);
        answer(2, reply(VoterState.NEW));
        answer(3, reply(VoterState.NEW));
        assertStaged(false);
    }

    @Test
    void shouldListenBeforeItFoundsAGroupOfOne() { // S14, S15
        world = World.alone(1, VoterState.NEW);
        work();
        world.advance(Rejoin.LISTEN_TIMEOUTS * 400 - 1);
        assertStaged(false);
        world.advance(1);
        assertStaged(true);
        world = World.alone(1, VoterState.NEW);
        work();
        world.rejoin.onKnown(7);
        world.context.membership().noteKnown(7);
        world.advance(100_000);
        assertStaged(false, "the group exists");
    }

    @Test
    @Expects("rejoin.founder-of-one-hears-of-its-group")
    void shouldLoseAGroupOfOneThatItFoundedASecondTime() { // S14, S15
        world = World.alone(1, VoterState.VOTER);
        work();
        assertTrue(world.voting.counts());
        world.rejoin.onKnown(7);
        assertEquals(VoterState.LOST, world.voting.standing());
        world.recorded(5);
        world.rejoin.onKnown(7); // what it has recorded since is the group's
        assertEquals(VoterState.LOST, world.voting.standing());
    }

    @Test
    void shouldEndWhenAGroupThatItFoundedASecondTimeHasALogOfItsOwn() { // S14, S15
        world = World.alone(1, VoterState.VOTER);
        work();
        world.recorded(3);
        world.rejoin.onKnown(3);
        assertTrue(world.voting.counts(), "its own log may bring that configuration");
        final String failure = assertThrows(IllegalStateException.class, () -> world.rejoin.onKnown(4)).getMessage();
        assertTrue(failure.contains("has configuration 4: its directories were lost"), failure);
    }

    @Test
    @Expects("rejoin.founder-of-one-holds-what-its-group-sent")
    void shouldTakeWhatItsGroupSendsBeforeItsConfigurationComes() { // S14, S15
        world = World.alone(1, VoterState.NEW);
        work();
        world.rejoin.onKnown(7);
        world.context.membership().noteKnown(7);
        world.recorded(5);
        world.rejoin.onKnown(7);
        assertStaged(false, "it waits for the others");
    }

    @Test
    void shouldEndWhenItsLogHasNoConfigurationWhereTheGroupsHas() { // S14
        world = new World(1, VoterState.VOTER);
        world.recorded(3);
        final Configuration four = world.context.membership().current().without(3).at(4);
        world.context.membership().noteKnown(4);
        world.context.membership().hear(2, four, false);
        world.context.membership().hear(3, four, false);
        work();
        world.recorded(4);
        assertThrows(IllegalStateException.class, this::work);
        world.progress.configuration = four;
        work();
    }

    @Test
    void shouldStillNotVoteWhenItStartsAgainBeforeThatIsDurable() { // S15
        world = new World(1, VoterState.NEW);
        answer(2, reply(VoterState.NEW));
        answer(3, reply(VoterState.NEW));
        assertStaged(true);
        world = world.restarted();
        assertEquals(VoterState.NEW, world.voting.standing());
    }

    @Test
    void shouldNotBeginAnewWhereAnybodyHoldsOrPromisedOrLostAnything() { // S15
        final RejoinReply holds = reply(VoterState.VOTER);
        holds.holdsRecords = true;
        final RejoinReply promised = reply(VoterState.VOTER);
        promised.promised = B1;
        for (final RejoinReply reply : List.of(holds, promised, reply(VoterState.LOST))) {
            world = new World(1, VoterState.NEW);
            answer(2, reply);
            answer(3, reply(VoterState.NEW));
            assertStaged(false);
        }
    }

    @Test
    void shouldNotBeginAnewWhereItHasAHistoryItself() { // S15
        final World lost = new World(1, VoterState.LOST);
        final World snapshot = new World(1, VoterState.NEW);
        snapshot.standing.snapshot = true;
        final World promised = new World(1, VoterState.NEW);
        promised.storage.promise(B1);
        final World recorded = new World(1, VoterState.NEW);
        recorded.recorded(3);
        for (final World each : List.of(lost, snapshot, promised, recorded)) {
            world = each;
            answer(2, reply(VoterState.NEW));
            answer(3, reply(VoterState.NEW));
            assertStaged(false);
        }
    }

    @Test
    void shouldIgnoreAnswersToAnotherRun() { // S15: they may be older than the loss
        world = new World(1, VoterState.NEW);
        final RejoinReply old = reply(VoterState.NEW);
        old.nonce = World.NONCE - 1;
        answer(2, old);
        answer(3, reply(VoterState.NEW));
        assertStaged(false);
    }

    @Test
    @Expects("rejoin.repaired")
    void shouldVoteOnceItHoldsAllThatTheLeaderHadOrdered() { // S15
        hear(order(B1, 2, 3, meta(3), meta(4)));
        world.recorded(2);
        answer(2, leader(B1, 2, 4));
        answer(3, voter(B1));
        assertStaged(false, "nothing is accepted yet");
        world.arrive(3, B1);
        world.flush();
        assertStaged(false, "one of two is accepted");
        world.arrive(4, B1);
        assertStaged(false, "it is not durable");
        world.flush();
        assertStaged(true);
        assertCountsOnceItIsDurable();
    }

    @Test
    @Tag("hazard-S-A4b")
    @Expects("rejoin.answer-of-a-former-voter-does-not-count")
    void shouldNotBeRepairedByAFormerVoter() { // S15
        world.standing.knows(2, 1);
        world.standing.knows(3, 1);
        hear(heartbeat(B1, 2));
        world.recorded(4);
        world.storage.doWork(world.now);
        answer(3, voter(B1));
        answer(2, naming(leader(B1, 2, 4), 0, 1, 2));
        assertStaged(false, "the leader knows node 3 in a later life");
        world.standing.knows(3, 2);
        answer(3, naming(voter(B1), 5, 1, 2));
        assertStaged(true);
        assertEquals(Map.of(2, 1, 3, 2), world.standing.least, "and of itself it is told elsewhere");
    }

    @Test
    void shouldTellInWhichLivesItCountsVoters() { // S15
        world.standing.number(3);
        world.standing.knows(2, 1);
        world.standing.knows(3, 1);
        world.standing.least.put(3, 4);
        world.rejoin.onRequest(1, new RejoinRequest(), world.now);
        final RejoinReply told = world.out.last(RejoinReply.class);
        assertEquals(List.of(3, 3, 1, 4), List.of(told.count, told.numbers[0], told.numbers[1], told.numbers[2]));
        assertEquals(Life.of(1, 1, 1), told.life);
        world.rejoin.onRequest(2, new RejoinRequest(), world.now);
        assertEquals(4, Life.number(world.out.last(RejoinReply.class).life), "it would not count it in its own");
    }

    private static RejoinReply naming(final RejoinReply reply, final int... numbers) {
        reply.count = numbers.length;
        System.arraycopy(numbers, 0, reply.numbers, 0, numbers.length);
        return reply;
    }

    @Test
    void shouldVoteOnWhatItsOrderedLogHolds() { // S15
        hear(heartbeat(B1, 2));
        answer(2, leader(B1, 2, 4));
        answer(3, voter(B1));
        world.recorded(4);
        world.storage.doWork(world.now);
        assertStaged(true);
    }

    @Test
    void shouldHoldTheBaseDurablyBeforeItVotes() { // S15, S4
        hear(heartbeat(B1, 4));
        answer(2, leader(B1, 4, 4));
        answer(3, voter(B1));
        world.progress.recorded = 4;
        world.progress.durable = 3;
        assertStaged(false);
        world.progress.durable = 4;
        assertStaged(true);
    }

    @Test
    void shouldHaveItsPromiseDurableBeforeItVotes() { // S15, S2
        world.storage.onOrder(2, heartbeat(B1, 0), world.now);
        answer(2, leader(B1, 0, 0));
        answer(3, voter(B1));
        assertStaged(false);
        world.promises.flush();
        assertStaged(true);
    }

    @Test
    void shouldNeedVotersInEveryReadQuorumThatItCanBeIn() { // S15
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        assertStaged(false, "node 3 may have promised more");
        for (final VoterState other : List.of(VoterState.NEW, VoterState.LOST, VoterState.SUSPECT)) {
            answer(3, reply(other));
            assertStaged(false);
        }
        answer(3, voter(B1));
        assertStaged(true);
    }

    /** Two processes of a learner may know nothing of each other, and be in lives of the same number. */
    @Test
    @Tag("hazard-S-A4d")
    void shouldNeedAReadQuorumWhereItDoesNotVoteYet() { // S15
        final Configuration four = Configuration.first(new int[] {1, 2, 3, 4}, 0, 0, List.of());
        world = World.in(four.withLearner(5, "y:2", GroupMember.NOBODY), 5, VoterState.NEW);
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        answer(3, voter(B1));
        assertStaged(false, "nodes 1 and 4 may repair another process of it");
        answer(4, voter(B1));
        assertStaged(true);
    }

    @Test
    void shouldNeedOnlyHalfOfTheOthersOfFourWhereItVotes() { // S15
        world = World.in(Configuration.first(new int[] {1, 2, 3, 4}, 0, 0, List.of()), 1, VoterState.LOST);
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        answer(3, voter(B1));
        assertStaged(true, "each read quorum is of three, and so without it has one of the two");
    }

    /** Half of one storage group is in each read quorum; the others may repair another process of this node. */
    @Test
    void shouldBeAReadQuorumTogetherWithThoseThatRepairIt() { // S15
        world = World.in(Configuration.first(new int[] {1, 2, 3, 4, 5, 6}, 0, 0, List.of())
            .countedBy(QuorumLayout.parse("groups:1,2,3/4,5,6")), 1, VoterState.LOST);
        hear(heartbeat(B1, 0));
        answer(3, voter(B1));
        answer(2, leader(B1, 0, 0));
        assertStaged(false, "nodes 2 and 3 are in each read quorum; and so are 4 and 5, which may repair another one");
        answer(5, voter(B1));
        assertStaged(false, "one of the second group is no majority of it");
        answer(6, voter(B1));
        assertStaged(true);
    }

    /** The voter id may be that of another group, in which it votes already. */
    @Test
    @Tag("hazard-S-A4c")
    void shouldVoteWhenWhatItsRepairersToldIsDurable() { // S15, S2
        world.rejoin.doWork(world.now);
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        answer(3, voter(B1));
        assertStaged(true);
        world.standing.flushVoterAlone();
        work();
        assertFalse(world.voting.counts());
        world.standing.flush();
        work();
        assertTrue(world.voting.counts());
    }

    @Test
    @Expects("rejoin.leader-below-a-promise")
    void shouldNotBeRepairedBelowAPromiseThatWasReported() { // S15
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        answer(3, voter(B2));
        assertStaged(false);
    }

    @Test
    void shouldNotBeRepairedBelowItsOwnPromise() { // S15, S1
        world.storage.promise(B2);
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        answer(3, voter(B1));
        assertStaged(false);
    }

    @Test
    @Expects("rejoin.leader-changed-while-repairing")
    void shouldStartAgainWithANewLeader() { // S15
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 9));
        answer(3, voter(B1));
        work();
        hear(heartbeat(B2, 0));
        assertStaged(false, "the new leader has not said what it had ordered");
        answer(3, leader(B2, 0, 0));
        answer(2, voter(B2));
        assertStaged(true);
    }

    @Test
    void shouldNotRunAfterALeaderThatGoesOn() { // S15: later orders bind nobody who lost his state before
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        answer(2, leader(B1, 0, 50));
        answer(3, voter(B1));
        assertStaged(true);
    }

    @Test
    void shouldNotTakeALeaderThatDoesNotVoteForOne() { // S15
        hear(heartbeat(B1, 0));
        final RejoinReply lost = leader(B1, 0, 0);
        lost.standing = VoterState.LOST;
        answer(2, lost);
        answer(2, voter(B1));
        answer(3, voter(B1));
        assertStaged(false);
    }

    @Test
    @Expects("rejoin.too-many-lost")
    void shouldSayWhenTooManyHaveLostTheirState() { // S15
        work();
        answer(2, reply(VoterState.LOST));
        answer(3, voter(B1));
        for (int i = 0; i < 40; i++) {
            pass(100);
        }
        assertTrue(world.told.get(0).startsWith("lost: 2 of 3 members"), world.told::toString);
        assertFalse(world.standing.isStaged());
    }

    @Test
    void shouldSayWhomAFirstStartWaitsFor() {
        world = new World(1, VoterState.NEW);
        work();
        answer(3, reply(VoterState.NEW));
        pass(3_100);
        assertEquals(List.of("first start: waiting for nodes [2]"), world.told);
    }

    @Test
    void shouldTellHowItStands() { // S15
        world = new World(1, VoterState.VOTER);
        world.storage.promise(B1);
        final RejoinRequest request = new RejoinRequest();
        request.nonce = 5;
        world.rejoin.onRequest(1, request, world.now);
        assertEquals(0, world.out.last(RejoinReply.class).promised, "the promise is not durable");
        world.flush();
        world.recorded(1);
        world.rejoin.onRequest(1, request, world.now);
        final RejoinReply reply = world.out.last(RejoinReply.class);
        assertEquals(VoterState.VOTER, reply.standing);
        assertEquals(B1, reply.promised);
        assertTrue(reply.holdsRecords);
        assertEquals(0, reply.ballot);
    }

    @Test
    void shouldTellWhatItLeadsOnlyWhenItKnowsAllThatWasOrdered() { // S15
        final long mine = ballot(4, 1);
        world = new World(1, VoterState.VOTER);
        final RejoinRequest request = new RejoinRequest();
        world.leader.begin(mine, 7, 9, world.now);
        world.rejoin.onRequest(1, request, world.now);
        assertEquals(0, world.out.last(RejoinReply.class).ballot, "it recovers");
        world.leader.open(world.campaign.values().found(), 9, world.now);
        world.rejoin.onRequest(1, request, world.now);
        final RejoinReply reply = world.out.last(RejoinReply.class);
        assertEquals(mine, reply.ballot);
        assertEquals(7, reply.base);
        assertEquals(9, reply.highest);
    }

    @Test
    void shouldAcknowledgeNothingBeforeItVotes() { // S15
        hear(order(B1, 0, 1, meta(1)));
        world.arrive(1, B1);
        world.flush();
        world.storage.doWork(world.now);
        assertTrue(world.out.all(Ack.class).isEmpty());
        world.voting.become(VoterState.VOTER);
        world.storage.doWork(world.now);
        assertEquals(1, world.out.last(Ack.class).cumulative);
    }

    @Test
    @Expects("rejoin.suspect-repaired")
    void shouldGiveASuspectThatIsRepairedANewLife() { // S15: it may have lost a promise that somebody still counts
        world = new World(1, VoterState.SUSPECT);
        hear(heartbeat(B1, 0));
        answer(2, leader(B1, 0, 0));
        answer(3, voter(B1));
        work();
        work();
        assertFalse(world.voting.counts(), "its new voter id is not durable yet");
        assertCountsOnceItIsDurable();
        assertEquals(World.VOTER_ID, world.standing.voterId());
    }

    @Test
    void shouldGiveASuspectThatIsTrustedANewLife() { // S15
        world = new World(1, VoterState.SUSPECT);
        answer(2, reply(VoterState.SUSPECT));
        answer(3, reply(VoterState.SUSPECT));
        work();
        assertFalse(world.voting.counts(), "its new voter id is not durable yet");
        assertCountsOnceItIsDurable();
        assertEquals(World.VOTER_ID, world.standing.voterId());
    }

    @Test
    @Expects("rejoin.suspect-trusted-after-grace")
    void shouldTrustASuspectAfterAWhile() {
        world = new World(1, VoterState.SUSPECT);
        work();
        answer(2, voter(B1));
        pass(400 * Rejoin.SUSPECT_TIMEOUTS - 1);
        assertFalse(world.voting.counts());
        pass(1);
        assertCountsOnceItIsDurable();
    }

    @Test
    @Expects("rejoin.suspect-trusted-without-voters")
    void shouldTrustASuspectWhenTooFewOthersVote() {
        world = new World(1, VoterState.SUSPECT);
        answer(2, voter(B1));
        work();
        assertFalse(world.voting.counts());
        answer(3, reply(VoterState.SUSPECT));
        work();
        assertCountsOnceItIsDurable();
    }

    @Test
    @Expects("rejoin.suspect-lost-its-own-promise")
    void shouldNotTrustASuspectThatLostItsOwnPromise() { // S15, S16: it could lead twice at one ballot
        world = new World(1, VoterState.SUSPECT);
        work();
        answer(2, voter(ballot(3, 1)));
        answer(3, reply(VoterState.SUSPECT));
        pass(400 * Rejoin.SUSPECT_TIMEOUTS);
        world.flush();
        work();
        assertEquals(VoterState.LOST, world.voting.standing());
        assertEquals(List.of("SUSPECT -> LOST"), world.told.subList(0, 1));
        assertFalse(world.standing.isVoterDurable());
        assertEquals(VoterState.LOST, world.restarted().voting.standing());
    }

    @Test
    void shouldTrustASuspectThatKnowsOfItsOwnPromise() {
        world = new World(1, VoterState.SUSPECT);
        world.storage.promise(ballot(3, 1));
        work();
        answer(2, voter(ballot(3, 1)));
        answer(3, voter(ballot(4, 2)));
        assertEquals(VoterState.SUSPECT, world.voting.standing());
    }

    private void pass(final long millis) {
        world.advance(millis);
        work();
    }

    /** Whether it becomes a voter, as soon as that is durable, after another cycle. */
    private void assertStaged(final boolean expected, final String... why) {
        work();
        assertEquals(expected, world.standing.isStaged(), () -> String.join("", why));
    }

    private void assertCountsOnceItIsDurable() {
        world.flush();
        work();
        assertTrue(world.voting.counts());
    }

    private void hear(final Order order) {
        world.storage.onOrder(io.fleet.consensus.common.Ballot.node(order.ballot), order, world.now);
        world.flush();
    }

    private void work() {
        world.rejoin.doWork(world.now);
    }

    @Test
    void shouldCountNoAnswerThatWasGivenInTheConfigurationBefore() { // S14, S15
        promised(B1);
        answer(3, voter(0));
        adopt();
        answer(2, in(4, leader(B1, 0, 0)));
        assertStaged(false, "node 3 has not answered in this one");
        answer(3, in(4, voter(0)));
        assertStaged(true);
    }

    @Test
    void shouldAimAtNoLeaderOfTheConfigurationBefore() { // S14, S15
        promised(B1);
        answer(2, leader(B1, 0, 0));
        adopt();
        answer(2, in(4, voter(0)));
        answer(3, in(4, voter(0)));
        assertStaged(false, "that leader may not lead in this one");
    }

    @Test
    void shouldCountNoAnswerFromAnotherConfiguration() { // S14, S15
        promised(B1);
        adopt();
        answer(2, leader(B1, 0, 0));
        answer(3, in(5, voter(0)));
        assertStaged(false, "one is older, and one newer");
    }

    @Test
    void shouldNotAnswerAsALeaderWhileItsBallotIsOfAnotherConfiguration() { // S14, S15
        world = new World(1, VoterState.VOTER);
        world.lead(ballot(4, 1));
        world.rejoin.onRequest(2, new RejoinRequest(), world.now);
        assertEquals(ballot(4, 1), world.out.last(RejoinReply.class).ballot);
        adopt();
        world.rejoin.onRequest(2, new RejoinRequest(), world.now);
        assertEquals(0, world.out.last(RejoinReply.class).ballot);
    }

    /** This node acts on configuration 4, which has a learner more. */
    private void adopt() {
        final Membership membership = world.context.membership();
        membership.adopt(membership.current().withLearner(8, "y:2", GroupMember.NOBODY).at(4));
        world.rejoin.onConfiguration();
    }

    private void promised(final long ballot) {
        hear(heartbeat(ballot, 0));
        world.flush();
        work();
    }

    private static RejoinReply in(final long configuration, final RejoinReply reply) {
        reply.configuration = configuration;
        return reply;
    }

    private void answer(final int node, final RejoinReply reply) {
        world.rejoin.onReply(node - 1, reply);
    }

    private static RejoinReply reply(final VoterState standing) {
        final RejoinReply reply = new RejoinReply();
        reply.nonce = World.NONCE;
        reply.standing = standing;
        reply.settled = Long.MAX_VALUE;
        return reply;
    }

    private static RejoinReply voter(final long promised) {
        final RejoinReply reply = reply(VoterState.VOTER);
        reply.promised = promised;
        return reply;
    }

    private static RejoinReply leader(final long ballot, final long base, final long highest) {
        final RejoinReply reply = voter(ballot);
        reply.ballot = ballot;
        reply.base = base;
        reply.highest = highest;
        return reply;
    }
}
