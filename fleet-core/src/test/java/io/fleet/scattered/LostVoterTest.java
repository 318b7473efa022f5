package io.fleet.scattered;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.election.Campaign;
import io.fleet.storage.VoterState;
import org.junit.jupiter.api.Test;

/** What a node that lost its state says no more, and what it had said that no longer counts (S15). */
class LostVoterTest {
    private static final long LOW = ballot(1, 3);
    private static final long MINE = ballot(2, 1);

    private final World candidate = new World(1, World.config());
    private final Campaign campaign = candidate.campaign;

    @Test
    void shouldNeedConfirmationsOfAReadQuorum() { // S15
        promises(promiseOf(new World(2, World.config())), promiseOf(new World(3, World.config())));
        assertFalse(campaign.isComplete());
        campaign.onConfirmation(1, confirmation(Entries.VOTER_ID));
        campaign.onConfirmation(1, confirmation(Entries.VOTER_ID));
        assertFalse(campaign.isComplete(), "one member counts once");
        campaign.onConfirmation(0, confirmation(Entries.VOTER_ID));
        assertFalse(campaign.isComplete(), "node 1 itself has not promised to the campaign");
        campaign.onConfirmation(2, confirmation(Entries.VOTER_ID));
        assertTrue(campaign.isComplete());
    }

    @Test
    void shouldNotCountAConfirmationThatComesBeforeTheQuestion() { // S15
        candidate.campaign.start(MINE, 0);
        candidate.flush();
        campaign.doWork(candidate.now);
        campaign.onPromise(1, promiseOf(new World(2, World.config())));
        campaign.onConfirmation(1, confirmation(Entries.VOTER_ID));
        campaign.onPromise(2, promiseOf(new World(3, World.config())));
        campaign.onConfirmation(2, confirmation(Entries.VOTER_ID));
        assertFalse(campaign.isComplete());
    }

    @Test
    @Expects("standing.promise-not-confirmed")
    void shouldNotConfirmAPromiseThatItHasLost() { // S15: the stale promise
        final World before = new World(2, World.config());
        final Promise stale = promiseOf(before);
        final World after = new World(2, VoterState.LOST);
        assertSilent(after);
        after.storage.onOrder(3, Entries.heartbeat(LOW, 0), after.now);
        after.flush();
        after.voting.become(VoterState.VOTER);
        assertSilent(after);
        assertEquals(LOW, after.storage.promised(), "a question promises nothing");
        promises(stale, promiseOf(new World(3, World.config())));
        campaign.onConfirmation(2, confirmation(Entries.VOTER_ID));
        assertFalse(campaign.isComplete());
    }

    @Test
    @Expects("campaign.voter-lost-its-state")
    void shouldNotTakeTheConfirmationOfAnotherLife() { // S15: a repeated PREPARE is promised again after the loss
        final Promise stale = promiseOf(new World(2, World.config()));
        final World after = new World(2, World.config());
        after.standing.voterId(World.VOTER_ID);
        after.storage.onOrder(3, Entries.order(LOW, 0, 1, meta(1)), after.now);
        after.arrive(1, LOW);
        after.flush();
        final Promise again = promiseOf(after);
        assertEquals(1, again.count, "what it accepted in its new life");
        promises(stale, promiseOf(new World(3, World.config())));
        after.out.clear();
        after.responder.onConfirm(1, question(), after.now);
        campaign.onConfirmation(1, after.out.last(Confirmation.class));
        campaign.onConfirmation(2, confirmation(Entries.VOTER_ID));
        assertFalse(campaign.isComplete());
    }

    /** Five nodes: the answers of nodes 2 and 3 here stand for those of three others. */
    @Test
    void shouldNotConfirmAsARepairedSuspectWhatItPromisedBefore() { // S15: its disk lost the promise
        final Promise stale = promiseOf(new World(2, World.config()));
        final World after = new World(2, VoterState.SUSPECT);
        after.storage.onOrder(3, Entries.heartbeat(LOW, 0), after.now);
        after.flush();
        final RejoinReply leads = rejoinReply();
        leads.ballot = LOW;
        after.rejoin.onReply(2, leads);
        after.rejoin.onReply(0, rejoinReply());
        after.rejoin.doWork(after.now);
        after.flush();
        after.rejoin.doWork(after.now);
        assertTrue(after.voting.counts());
        after.storage.onOrder(3, Entries.order(LOW, 0, 1, meta(1)), after.now);
        after.arrive(1, LOW);
        after.flush();
        after.storage.doWork(after.now);
        assertEquals(1, after.out.last(Ack.class).cumulative, "others may have chosen it");
        assertEquals(1, promiseOf(after).count, "it promises again");
        promises(stale, promiseOf(new World(3, World.config())));
        after.out.clear();
        after.responder.onConfirm(1, question(), after.now);
        campaign.onConfirmation(1, after.out.last(Confirmation.class));
        campaign.onConfirmation(2, confirmation(Entries.VOTER_ID));
        assertFalse(campaign.isComplete(), "elected without what was chosen: " + campaign.values().found());
    }

    @Test
    void shouldNotPutPagesOfTwoLivesTogether() { // S15
        candidate.campaign.start(MINE, 0);
        candidate.flush();
        campaign.doWork(candidate.now);
        final Promise first = Entries.promise(MINE, 1, 0);
        first.nextLsn = 2;
        campaign.onPromise(1, first);
        final Promise second = Entries.promise(MINE, 2, 0);
        second.voterId = World.VOTER_ID;
        campaign.onPromise(1, second);
        campaign.onPromise(2, Entries.promise(MINE, 1, 0));
        campaign.onConfirmation(1, confirmation(World.VOTER_ID));
        campaign.onConfirmation(2, confirmation(Entries.VOTER_ID));
        assertFalse(campaign.isComplete(), "what the first life had reported beyond its first page is missing");
    }

    @Test
    void shouldConfirmWhatItPromised() { // S15
        final World voter = new World(2, World.config());
        promiseOf(voter);
        voter.out.clear();
        voter.responder.onConfirm(1, question(), voter.now);
        assertEquals(MINE, voter.out.last(Confirmation.class).ballot);
        voter.out.clear();
        voter.responder.onConfirm(3, question(), voter.now);
        assertTrue(voter.out.sent.isEmpty(), "node 3 does not own the ballot");
    }

    @Test
    @Expects("standing.prepare-unanswered")
    void shouldPromiseNothing() { // S15
        final World lost = new World(2, VoterState.LOST);
        final Prepare prepare = new Prepare();
        prepare.ballot = MINE;
        prepare.fromLsn = 1;
        assertFalse(lost.responder.onPrepare(1, prepare));
        lost.flush();
        lost.responder.doWork();
        assertTrue(lost.out.sent.isEmpty());
        assertEquals(0, lost.storage.promised());
    }

    @Test
    void shouldGrantNoPreVote() { // S15
        for (final VoterState standing : VoterState.values()) {
            final World node = new World(2, standing);
            final PreVote preVote = new PreVote();
            preVote.ballot = MINE;
            node.election.onPreVote(1, preVote, node.now);
            assertEquals(standing == VoterState.VOTER, node.out.last(PreVoteReply.class).granted);
        }
    }

    @Test
    void shouldNotCampaign() { // S15
        final World lost = new World(2, VoterState.NEW);
        for (int i = 0; i < 100; i++) {
            lost.advance(50);
            lost.election.doWork(lost.now);
        }
        assertEquals(Role.FOLLOWER, lost.election.role());
        lost.voting.become(VoterState.VOTER);
        for (int i = 0; i < 20; i++) {
            lost.advance(50);
            lost.election.doWork(lost.now);
        }
        assertTrue(lost.roles.contains(Role.PRE_CANDIDATE));
    }

    @Test
    void shouldStillLearnAndAccept() { // S15
        final World lost = new World(2, VoterState.LOST);
        final Order order = Entries.order(LOW, 0, 1, meta(1));
        lost.storage.onOrder(3, order, lost.now);
        lost.learner.onOrder(order);
        lost.arrive(1, LOW);
        lost.flush();
        assertTrue(lost.storage.holdsUpTo(LOW, 1));
        lost.learner.onAck(0, Entries.ack(LOW, 1));
        lost.learner.onAck(2, Entries.ack(LOW, 1));
        assertEquals(1, lost.learner.chosen());
    }

    private void promises(final Promise ofTwo, final Promise ofThree) {
        campaign.start(MINE, 0);
        candidate.flush();
        campaign.doWork(candidate.now);
        campaign.onPromise(1, ofTwo);
        campaign.onPromise(2, ofThree);
    }

    private static Promise promiseOf(final World voter) {
        return voter.askPromise(1, MINE, 1);
    }

    private static void assertSilent(final World voter) {
        voter.responder.onConfirm(1, question(), voter.now);
        assertTrue(voter.out.all(Confirmation.class).isEmpty());
    }

    private static RejoinReply rejoinReply() {
        final RejoinReply reply = new RejoinReply();
        reply.nonce = World.NONCE;
        reply.standing = VoterState.VOTER;
        reply.promised = LOW;
        reply.settled = Long.MAX_VALUE;
        return reply;
    }

    private static Confirm question() {
        final Confirm confirm = new Confirm();
        confirm.ballot = MINE;
        return confirm;
    }

    private static Confirmation confirmation(final long voterId) {
        final Confirmation confirmation = new Confirmation();
        confirmation.ballot = MINE;
        confirmation.voterId = voterId;
        return confirmation;
    }
}
