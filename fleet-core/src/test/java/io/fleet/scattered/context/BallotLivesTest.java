package io.fleet.scattered.context;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import io.fleet.storage.Life;
import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No quorum has a member that listens to a later life of another one of it (S15). */
class BallotLivesTest {
    private static final long B2 = ballot(1, 2);
    private static final long B3 = ballot(2, 3);

    private final World world = new World();

    @BeforeEach
    void firstLives() {
        world.standing.number(1);
        world.standing.knows(2, 1);
        world.standing.knows(3, 1);
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("promise-responder.candidate-counts-a-former-life")
    void shouldPromiseNothingToWhoWouldCountAFormerLife() {
        world.standing.knows(2, 2);
        assertFalse(prepare(B3, 1, 1, 1));
        assertEquals(0, world.storage.promised());
        assertEquals(List.of("3 of 2"), world.standing.told);
        assertFalse(prepare(B3, 1), "it says nothing of node 2");
        assertTrue(prepare(B3, 1, 2, 1));
        world.standing.knows(2, 1);
        assertTrue(prepare(B3, 1, 2, 1), "the candidate knows more");
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldNotCountAFormerLifeOfALearner() { // S14: it is about to become a voter
        final Membership membership = world.context.membership();
        membership.adopt(membership.current().withLearner(8, "y:2", 2).at(4));
        world.recorded(4);
        world.standing.knows(8, 1);
        assertTrue(prepare(B2, 1, 1, 1));
        world.flush();
        world.responder.doWork();
        assertEquals(1, world.out.last(Promise.class).numbers[3]);
        world.standing.knows(8, 3);
        assertTrue(prepare(B3, 1, 1, 1), "nobody is kept from being elected");
        world.flush();
        world.responder.doWork();
        assertEquals(3, world.out.last(Promise.class).numbers[3]);
        world.standing.knows(8, 1);
        final long mine = ballot(3, 1);
        world.campaign.start(mine, 0);
        world.flush();
        world.campaign.doWork(world.now);
        final Promise promise = new Promise();
        promise.ballot = mine;
        promise.fromLsn = 1;
        promise.voterId = Entries.VOTER_ID;
        promise.slots = 4;
        promise.numbers[3] = 3;
        world.campaign.onPromise(1, promise);
        assertEquals(3, world.campaign.numbers()[3]);
        promise.numbers[3] = 10_002;
        world.campaign.onPromise(1, promise);
        assertEquals(3, world.campaign.numbers()[3], "lives are counted one by one");
        world.campaign.start(ballot(4, 1), 0);
        assertEquals(0, world.campaign.numbers()[3]);
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldTellInWhichLifeItCountsAnObserver() { // S14: it may become a voter when others vote beside it
        final Membership membership = world.context.membership();
        assertTrue(prepare(B2, 1, 1, 1));
        world.flush();
        world.responder.doWork();
        assertEquals(0, world.out.last(Promise.class).slots, "all vote");
        membership.adopt(membership.current().withObserver(8, "y:2").withObserver(9, "z:3").at(4));
        world.recorded(4);
        world.standing.knows(9, 3);
        assertTrue(prepare(B3, 1, 1, 1));
        world.flush();
        world.responder.doWork();
        final Promise promise = world.out.last(Promise.class);
        assertEquals(5, promise.slots);
        assertEquals(List.of(0, 0, 0, 0, 3), Arrays.stream(promise.numbers).limit(5).boxed().toList());
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldTellTheLearnerWhatItWasToldOfIt() { // S15
        final Membership membership = world.context.membership();
        membership.adopt(membership.current().withLearner(8, "y:2", 2).at(4));
        world.recorded(4);
        world.standing.knows(8, 0);
        world.leader.begin(ballot(3, 1), 4, 4, world.now);
        final int[] numbers = new int[Configuration.SLOTS];
        numbers[3] = 2;
        world.leader.countOthers(numbers);
        world.rejoin.onRequest(3, new RejoinRequest(), world.now);
        assertEquals(0, Life.number(world.out.last(RejoinReply.class).life), "it may be another ballot's");
        world.leader.open(new Long2ObjectHashMap<>(), 4, world.now);
        world.rejoin.onRequest(3, new RejoinRequest(), world.now);
        final RejoinReply reply = world.out.last(RejoinReply.class);
        assertEquals(2, Life.number(reply.life), "the learner claims a number above it");
        assertEquals(0, reply.numbers[3], "what counts for good is durable here");
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("promise-responder.candidate-counts-another-life-of-this-node")
    void shouldPromiseNothingToWhoCountsAnotherLifeOfThisNode() {
        world.standing.number(2);
        assertFalse(prepare(B3, 1, 1, 1));
        assertFalse(prepare(B3, 3, 1, 1));
        assertEquals(List.of("3 of 1", "3 of 1"), world.standing.told);
        assertTrue(prepare(B3, 2, 1, 1));
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("campaign.voter-is-in-another-life")
    void shouldCountEachVoterInOneLifeInACampaign() {
        final long mine = ballot(1, 1);
        world.campaign.start(mine, 0);
        world.flush();
        world.campaign.doWork(world.now);
        final Prepare asked = world.out.last(Prepare.class);
        assertEquals(List.of(1, 1, 1), List.of(asked.numbers[0], asked.numbers[1], asked.numbers[2]));
        assertEquals(3, asked.count);
        promise(0, mine);
        world.standing.knows(2, 2);
        promise(1, mine);
        world.confirmAll();
        assertFalse(world.campaign.isComplete(), "it was asked in its former life");
        assertTrue(world.campaign.isOutdated());
        world.campaign.start(ballot(2, 1), 0);
        assertFalse(world.campaign.isOutdated());
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldNotCountAVoterInALifeBelowTheOneThatItWasToldOf() {
        world.standing.least.put(2, 2);
        assertFalse(prepare(B3, 1, 1, 1));
        final long mine = ballot(1, 1);
        world.campaign.start(mine, 0);
        world.flush();
        world.campaign.doWork(world.now);
        assertEquals(2, world.out.last(Prepare.class).numbers[1]);
        promise(0, mine);
        promise(1, mine);
        world.confirmAll();
        assertFalse(world.campaign.isComplete(), "it is heard in its former life");
        assertFalse(world.campaign.isOutdated(), "nothing has changed since the ballot began");
        promise(2, mine);
        world.confirmAll();
        assertTrue(world.campaign.isComplete());
        world.leader.begin(mine, 0, 0, world.now);
        world.leader.onVoterLife(2, mine);
        assertEquals(2, Life.number(world.out.last(VoterLife.class).life), "so its former life acknowledges nothing");
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldNotCountAVoterInALifeBelowTheOneThatTheConfigurationNames() {
        final Configuration current = world.context.membership().current();
        world.context.membership().adopt(current.withLives(node -> node == 3 ? 1 : 2).at(9));
        world.progress.durable = 9;
        assertFalse(prepare(B3, 1, 1, 1));
        assertTrue(prepare(B3, 1, 2, 1), "each knows its own");
        world.campaign.start(ballot(3, 1), 0);
        world.flush();
        world.campaign.doWork(world.now);
        final Prepare asked = world.out.last(Prepare.class);
        assertEquals(List.of(1, 2, 1), List.of(asked.numbers[0], asked.numbers[1], asked.numbers[2]));
        promise(0, ballot(3, 1));
        promise(1, ballot(3, 1));
        world.confirmAll();
        assertFalse(world.campaign.isComplete(), "node 2 is heard in a former life");
        assertEquals(2, world.context.durableLeastNumber(2), "it acts on what is durable");
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldOrderAConfigurationWithWhatItKnowsOfLives() {
        final long mine = ballot(1, 1);
        world.standing.least.put(3, 4);
        world.storage.promise(mine);
        world.lead(mine);
        assertTrue(world.leader.orderConfiguration(world.context.membership().current().without(2), world.now));
        final EntryBody body = world.out.last(EntryBody.class);
        final Configuration ordered = ConfigurationCodec.decode(body.buffer, body.bufferOffset, body.chunkLength, 1);
        assertEquals(1, ordered.member(1).leastNumber());
        assertEquals(4, ordered.member(3).leastNumber());
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("counted-life.asks-the-leader")
    void shouldAcknowledgeNothingToWhoMayCountAnotherLifeOfThisNode() {
        accept(1, 0);
        assertEquals(0, world.out.all(Ack.class).size(), "it has not heard of the candidate's question");
        assertEquals(List.of(2), world.out.receivers(VoterLife.class));
        final VoterLife question = world.out.last(VoterLife.class);
        assertEquals(B2, question.ballot);
        assertEquals(Life.of(1, 1, 1), question.life);
        answer(2, 2, 0);
        answer(3, 1, 0);
        work();
        assertEquals(0, world.out.all(Ack.class).size(), "of another life, or another node");
        answer(2, 1, 0);
        work();
        assertEquals(1, world.out.last(Ack.class).cumulative);
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("counted-life.the-leader-has-answered")
    void shouldAcknowledgeWhatIsOrderedAfterAChangeWhenItIsStillCounted() {
        assertTrue(prepare(B2, 1, 1, 1));
        accept(1, 0);
        assertEquals(1, world.out.last(Ack.class).cumulative);
        world.out.clear();
        accept(2, 1);
        assertEquals(0, world.out.all(Ack.class).size(), "some voter is counted in another life");
        answer(2, 1, 0);
        work();
        assertEquals(0, world.out.all(Ack.class).size(), "it was told before that");
        answer(2, 1, 1);
        work();
        assertEquals(2, world.out.last(Ack.class).cumulative);
    }

    @Test
    @Tag("hazard-S-A4")
    void shouldOrderUnderAnotherNumberWhenItHasToldALaterLife() {
        final long mine = ballot(1, 1);
        world.storage.promise(mine);
        world.lead(mine);
        assertEquals(0, world.out.last(Order.class).lives);
        world.standing.knows(2, 2);
        ask(1);
        assertEquals(2, Life.number(world.out.last(RejoinReply.class).life));
        world.advance(60);
        world.leader.doWork(world.now, 0);
        assertEquals(1, world.out.last(Order.class).lives);
        world.leader.onVoterLife(3, mine);
        final VoterLife told = world.out.last(VoterLife.class);
        assertEquals(1, told.lives);
        assertEquals(1, Life.number(told.life));
        world.out.clear();
        world.leader.onVoterLife(3, B3);
        assertEquals(0, world.out.all(VoterLife.class).size());
    }

    @Test
    @Tag("hazard-S-A4")
    @Expects("rejoin.answers-when-a-life-is-durable")
    void shouldTellALifeWhenItIsDurable() { // S2
        world.standing.isLifeDurable = false;
        ask(1);
        assertEquals(0, world.out.all(RejoinReply.class).size());
        world.rejoin.doWork(world.now);
        assertEquals(0, world.out.all(RejoinReply.class).size());
        world.standing.isLifeDurable = true;
        world.rejoin.doWork(world.now);
        world.rejoin.doWork(world.now);
        assertEquals(List.of(2), world.out.receivers(RejoinReply.class));
        assertEquals(99, world.out.last(RejoinReply.class).nonce);
    }

    @Test
    @Tag("hazard-U-life-lease")
    @Expects("leases.dropped-for-another-life-of-a-voter")
    void shouldCountNoGrantOfAFormerLife() { // L2
        final World leased = leased();
        final LeaseGrant grant = leadUnderALease(leased);
        assertEquals(0, leased.leases.mark(leased.now));
        leased.standing.knows(2, 2);
        ask(leased, 1);
        assertEquals(ReadMarks.SILENT, leased.leases.mark(leased.now), "the later life has granted nothing");
        leased.leases.doWork(leased.now);
        grantByTwo(leased, grant);
        assertEquals(ReadMarks.SILENT, leased.leases.mark(leased.now), "that was asked for before");
        grant.round = leased.out.last(LeaseRequest.class).round;
        grantByTwo(leased, grant);
        assertEquals(0, leased.leases.mark(leased.now));
    }

    @Test
    @Tag("hazard-S-A4b")
    @Expects("leases.grant-of-a-former-life")
    void shouldCountNoGrantOfALifeBelowTheOneThatItWasToldOf() { // L2
        final World leased = leased();
        leased.standing.least.put(2, 2);
        final LeaseGrant grant = leadUnderALease(leased);
        assertEquals(ReadMarks.SILENT, leased.leases.mark(leased.now));
        leased.leases.onGrant(2, grant);
        assertEquals(0, leased.leases.mark(leased.now));
    }

    private void ask(final int member) {
        ask(world, member);
    }

    private static void ask(final World world, final int member) {
        final RejoinRequest request = new RejoinRequest();
        request.nonce = 99;
        world.rejoin.onRequest(member, request, world.now);
    }

    private boolean prepare(final long ballot, final int... numbers) {
        final Prepare prepare = new Prepare();
        prepare.ballot = ballot;
        prepare.fromLsn = 1;
        prepare.count = numbers.length;
        System.arraycopy(numbers, 0, prepare.numbers, 0, numbers.length);
        return world.responder.onPrepare((int) (ballot & 1023), prepare);
    }

    private void promise(final int member, final long ballot) {
        final Promise promise = new Promise();
        promise.ballot = ballot;
        promise.fromLsn = 1;
        promise.voterId = Entries.VOTER_ID;
        world.campaign.onPromise(member, promise);
    }

    private void accept(final long lsn, final int lives) {
        final Order order = order(B2, 0, lsn, meta(lsn));
        order.lives = lives;
        world.storage.onOrder(2, order, world.now);
        world.arrive(lsn, B2);
        work();
    }

    private void work() {
        world.flush();
        world.storage.doWork(world.now);
    }

    private void answer(final int sender, final int number, final int lives) {
        final VoterLife answer = new VoterLife();
        answer.ballot = B2;
        answer.life = Life.of(number, 1, 1);
        answer.lives = lives;
        world.storage.onVoterLife(sender, answer);
    }

    private static World leased() {
        final World leased = new World(1, World.config().withLeases(new LeaseConfig(1_200, 1_000)));
        leased.standing.number(1);
        leased.standing.knows(2, 1);
        return leased;
    }

    /** Leads, asks for a lease, and is granted it by two; the grant that both sent. */
    private static LeaseGrant leadUnderALease(final World leased) {
        final long mine = ballot(1, 1);
        leased.storage.promise(mine);
        leased.lead(mine);
        leased.leases.doWork(leased.now);
        final LeaseGrant grant = new LeaseGrant();
        grant.ballot = mine;
        grant.round = leased.out.last(LeaseRequest.class).round;
        grantByTwo(leased, grant);
        return grant;
    }

    private static void grantByTwo(final World leased, final LeaseGrant grant) {
        leased.leases.onGrant(0, grant);
        leased.leases.onGrant(1, grant);
    }
}
