package io.fleet.ec.consensus;

import static io.fleet.ec.consensus.OneNode.id;
import static io.fleet.ec.consensus.OneNode.none;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One node of a group, message by message. Traces are those of the models and of the review of the paper. */
class SlotConsensusTest {
    private static final Quorums FIVE = new Quorums(5, 1);
    private static final Quorums SEVEN = new Quorums(7, 2);

    @Test
    void shouldDecideByProposalsAlone() {
        final OneNode node = new OneNode(FIVE);
        node.propose(1, id(7));
        node.proposal(1, 1, id(7));
        node.proposal(2, 1, id(7));
        assertTrue(node.decided.isEmpty());
        node.proposal(3, 1, id(7));
        assertTrue(node.decided.get(1L).same(id(7)));
    }

    @Test
    void shouldSendNothingBeforeItIsDurable() {
        final OneNode node = new OneNode(FIVE);
        node.isDurableAtOnce = false;
        node.propose(1, id(7));
        assertEquals(List.of(), node.sent);
        node.durable();
        assertEquals(List.of("-1 1 PROPOSAL 7"), node.sent);
        node.sent.clear();
        node.nowNs += OneNode.GRACE_NS;
        node.proposal(1, 1, none());
        node.proposal(2, 1, id(7));
        node.proposal(3, 1, none());
        node.nowNs += OneNode.GRACE_NS;
        node.consensus.doWork(node.nowNs);
        assertEquals(List.of("proposed 7:1#1"), node.sent);
        node.durable();
        assertEquals(List.of("proposed 7:1#1", "-1 1 STATE(1, 0) 0"), node.sent);
    }

    /** Who asks is not told either of what may be forgotten. */
    @Test
    void shouldAnswerWithNothingBeforeItIsDurable() { // C6, R4
        final OneNode node = new OneNode(FIVE);
        node.isDurableAtOnce = false;
        node.propose(1, id(7));
        node.consensus.onVote(2, 1, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(7), true, node.nowNs);
        assertEquals(List.of("proposed 7:1#1"), node.sent);
        node.durable();
        node.consensus.onVote(2, 1, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(7), true, node.nowNs);
        assertTrue(node.sent.contains("2 1 PROPOSAL 7"), node.sent::toString);
    }

    /** Its own proposal counts only once it is durable: until then it may be forgotten. */
    @Test
    void shouldNotCountItselfBeforeItIsDurable() {
        final OneNode node = new OneNode(FIVE);
        node.isDurableAtOnce = false;
        node.propose(1, id(7));
        node.proposal(1, 1, id(7));
        node.proposal(2, 1, id(7));
        node.proposal(3, 1, id(7));
        assertTrue(node.decided.isEmpty());
        node.durable();
        assertTrue(node.decided.get(1L).same(id(7)));
    }

    /** Racos 4: three of five propose one id, four copies of it never exist; and another id is as frequent here. */
    @Test
    void shouldNameAnIdThatItSawInAMinorityOfProposals() {
        final OneNode node = new OneNode(FIVE);
        node.propose(1, id(8));
        node.proposal(1, 1, id(7));
        node.proposal(2, 1, id(7));
        node.proposal(3, 1, id(8));
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 STATE(1, 0) 0"), node.sent.toString());
        node.state(1, 1, SlotVote.ONE, id(7));
        node.state(2, 1, SlotVote.ONE, id(7));
        node.state(4, 1, SlotVote.ONE, id(7));
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 VOTE(1, 1) 7"), node.sent.toString());
        node.vote(1, 1, SlotVote.ONE, id(7));
        assertTrue(node.decided.get(1L).same(id(7)));
    }

    /** Every round has a phase of its own. */
    @Expects("weak-mec.coin-gives-the-state")
    @Test
    void shouldGoOnInTheNextPhase() {
        final OneNode node = undecided();
        node.state(1, 1, SlotVote.ONE, id(7));
        node.state(2, 1, SlotVote.ONE, id(7));
        node.state(3, 1, SlotVote.ZERO, none());
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 VOTE(1, ?) 7"), node.sent.toString());
        node.vote(1, 1, SlotVote.UNSURE, id(7));
        node.vote(2, 1, SlotVote.UNSURE, id(7));
        node.vote(3, 1, SlotVote.UNSURE, id(7));
        node.settleSteps();
        final String value = CommonCoin.toss(1, 1, 1) == SlotVote.ONE ? "1" : "0";
        assertTrue(node.sent.contains("-1 1 STATE(2, " + value + ") 7"), node.sent.toString());
    }

    /** A single sure vote binds: f + 1 of the phase may exist elsewhere. */
    @Test
    void shouldTakeTheStateOfTheOneSureVote() {
        for (final int value : new int[] {SlotVote.ZERO, SlotVote.ONE}) {
            final OneNode node = undecided();
            node.state(1, 1, SlotVote.ONE, id(7));
            node.state(2, 1, SlotVote.ONE, id(7));
            node.state(3, 1, SlotVote.ZERO, none());
            node.settleSteps();
            node.vote(1, 1, SlotVote.UNSURE, id(7));
            node.vote(2, 1, value, id(7));
            node.vote(3, 1, SlotVote.UNSURE, id(7));
            node.settleSteps();
            assertTrue(node.sent.contains("-1 1 STATE(2, " + (value - 1) + ") 7"), node.sent.toString());
        }
    }

    @Test
    void shouldForfeitByVotes() {
        final OneNode node = undecided();
        for (int other = 1; other <= 3; other++) {
            node.state(other, 1, SlotVote.ZERO, none());
        }
        node.settleSteps();
        node.vote(1, 1, SlotVote.ZERO, none());
        assertTrue(node.decided.get(1L).isNull());
        assertEquals(1, node.consensus.counters().voted.get());
    }

    @Expects("weak-mec.no-id-can-have-a-majority")
    @Test
    void shouldForfeitWhereNoIdCanHaveAMajority() {
        final OneNode node = new OneNode(FIVE);
        node.propose(1, none());
        node.proposal(1, 1, none());
        node.proposal(2, 1, id(7));
        assertTrue(node.decided.isEmpty(), "two more could name 7");
        node.proposal(3, 1, none());
        assertTrue(node.decided.get(1L).isNull());
    }

    /** Otherwise half of them could go on alone, and fewer would know how far one had come that loses its votes. */
    @Tag("hazard-E-D8")
    @Test
    void shouldNotForfeitBeforeEnoughHaveProposed() { // S15
        final OneNode node = new OneNode(new Quorums(4, 1));
        node.propose(1, none());
        node.proposal(1, 1, none());
        assertTrue(node.decided.isEmpty(), "half of them want nothing");
        node.proposal(2, 1, id(7));
        assertTrue(node.decided.get(1L).isNull());
    }

    /** Racos 5: with n below 4f + 1 the fast path needs more than the n - f proposals that the paper waits for. */
    @Expects("weak-mec.waits-for-more-than-enough")
    @Test
    void shouldWaitForTheFastPathWhileItIsWithinReach() {
        final OneNode node = new OneNode(SEVEN);
        node.proposals(1, 6, 2, none());
        node.propose(1, id(7));
        node.proposals(1, 4, 1, id(7));
        assertFalse(node.sent.toString().contains("STATE"), node.sent.toString());
        node.proposal(5, 1, id(7));
        assertTrue(node.decided.get(1L).same(id(7)));
    }

    @Test
    void shouldNotWaitForTheSilentNorForLong() {
        final OneNode silent = new OneNode(SEVEN);
        silent.propose(1, id(7));
        silent.proposals(1, 4, 1, id(7));
        silent.settleSteps();
        assertTrue(silent.sent.contains("-1 1 STATE(1, 1) 7"), silent.sent.toString());
        final OneNode slow = new OneNode(SEVEN);
        slow.proposals(1, 6, 2, none());
        slow.propose(1, id(7));
        slow.proposals(1, 4, 1, id(7));
        slow.nowNs += OneNode.GRACE_NS;
        slow.consensus.doWork(slow.nowNs);
        slow.settleSteps();
        assertTrue(slow.sent.contains("-1 1 STATE(1, 1) 7"), slow.sent.toString());
    }

    /** Racos 6: who has decided goes on answering. */
    @Test
    void shouldAnswerWithItsDecision() {
        final OneNode node = new OneNode(FIVE);
        node.propose(1, id(7));
        node.proposals(1, 3, 1, id(7));
        node.sent.clear();
        node.state(4, 1, SlotVote.ONE, id(7));
        node.vote(4, 1, SlotVote.ONE, id(7));
        node.proposal(4, 1, id(8));
        assertEquals(List.of("4 1 DECIDED 7", "4 1 DECIDED 7", "proposed 8:1#1"), node.sent);
        node.nowNs += OneNode.RESEND_NS;
        node.proposal(4, 1, none());
        assertEquals("4 1 DECIDED 7", node.sent.get(node.sent.size() - 1));
    }

    @Expects({"weak-mec.decision-told-from-the-log", "weak-mec.slot-is-covered-by-a-snapshot"})
    @Test
    void shouldAnswerAboutSettledSlotsFromTheLog() {
        final OneNode node = new OneNode(FIVE);
        node.consensus.settle(9);
        node.history.put(9L, id(7));
        node.proposal(1, 9, none());
        node.proposal(1, 8, none());
        assertEquals(List.of("1 9 DECIDED 7", "1 8 COVERED"), node.sent);
        assertTrue(node.consensus.tell(2, 9));
        assertFalse(node.consensus.tell(2, 10));
        assertEquals("2 9 DECIDED 7", node.sent.get(2));
    }

    @Expects("weak-mec.decision-adopted")
    @Test
    void shouldAdoptADecision() {
        final OneNode node = new OneNode(FIVE);
        node.consensus.onDecided(3, 2, id(7), node.nowNs);
        assertTrue(node.decided.get(2L).same(id(7)));
        assertFalse(node.consensus.propose(2, id(8)));
        assertTrue(node.consensus.tell(1, 2));
    }

    /** Racos 7: a restart says the same again, and nothing else. */
    @Expects("weak-mec.older-phases-sent-again")
    @Test
    void shouldGoOnBehindItsLastDurableStep() {
        final OneNode node = new OneNode(FIVE);
        node.nowNs = -5_000;
        node.consensus.recover(1, SlotVote.of(SlotVote.VOTE, 1, SlotVote.UNSURE), id(7));
        node.consensus.recover(1, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(8));
        node.consensus.recover(1, SlotVote.of(SlotVote.STATE, 2, SlotVote.ONE), id(7));
        node.consensus.recover(1, SlotVote.of(SlotVote.STATE, 1, SlotVote.ZERO), none());
        assertFalse(node.consensus.propose(1, id(9)));
        node.consensus.doWork(node.nowNs);
        assertEquals(List.of("-1 1 STATE(2, 1) 7 again"), node.sent);
        node.sent.clear();
        node.consensus.onVote(2, 1, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(8), true, node.nowNs);
        assertEquals(List.of("proposed 8:1#1", "2 1 PROPOSAL 8", "2 1 STATE(1, 0) 7", "2 1 VOTE(1, ?) 7",
            "2 1 STATE(2, 1) 7"), node.sent);
    }

    /** A node that was a suspect takes its own votes in when others have spoken already. */
    @Tag("hazard-U-late-proposal")
    @Test
    void shouldNameTheIdOfWhichItsOwnProposalMakesTheMajorityAtLast() { // R1
        final OneNode node = new OneNode(FIVE);
        node.proposal(1, 1, id(7));
        node.proposal(2, 1, id(7));
        node.proposal(3, 1, id(8));
        node.consensus.recover(1, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(7));
        node.nowNs = OneNode.GRACE_NS + 1;
        node.consensus.doWork(node.nowNs);
        node.proposal(4, 1, id(8));
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 STATE(1, 1) 7"), node.sent::toString);
    }

    @Test
    void shouldPassOverSettledStepsAndRefuseImpossibleOnes() {
        final OneNode node = new OneNode(FIVE);
        node.consensus.settle(3);
        node.consensus.recover(3, SlotVote.of(SlotVote.PROPOSAL, 0, 0), id(8));
        node.consensus.doWork(0);
        assertEquals(List.of(), node.sent);
        assertThrows(IllegalArgumentException.class, () -> node.consensus.recover(8, SlotVote.of(SlotVote.PROPOSAL, 0,
            0), id(8)));
        assertThrows(IllegalArgumentException.class,
            () -> node.consensus.recover(4, SlotVote.of(SlotVote.STATE, 1, SlotVote.ONE), none()));
    }

    @Expects("weak-mec.phases-are-used-up")
    @Test
    void shouldWaitToBeToldWhenPhasesAreUsedUp() {
        final OneNode node = new OneNode(FIVE);
        node.consensus.recover(1, SlotVote.of(SlotVote.VOTE, SlotVote.MAX_PHASE, SlotVote.UNSURE), id(7));
        for (int other = 1; other <= 4; other++) {
            node.vote(other, SlotVote.MAX_PHASE, SlotVote.UNSURE, id(7));
        }
        assertTrue(node.decided.isEmpty());
        node.consensus.onDecided(1, 1, id(7), node.nowNs);
        assertTrue(node.decided.get(1L).same(id(7)));
    }

    @Expects("weak-mec.beyond-the-window")
    @Test
    void shouldRememberThatThereIsMoreThanItsWindow() {
        final OneNode node = new OneNode(FIVE);
        node.proposal(1, OneNode.WINDOW + 1, id(7));
        assertEquals(OneNode.WINDOW + 1, node.consensus.highest());
        assertFalse(node.consensus.propose(OneNode.WINDOW + 1, id(7)));
        assertEquals(1, node.consensus.counters().beyond.get());
        assertEquals(List.of("proposed 7:1#1"), node.sent);
    }

    @Expects("weak-mec.malformed")
    @Test
    void shouldDropWhatNoNodeSends() {
        final OneNode node = new OneNode(FIVE);
        final long proposal = SlotVote.of(SlotVote.PROPOSAL, 0, 0);
        node.consensus.onVote(0, 1, proposal, id(7), false, 0);
        node.consensus.onVote(5, 1, proposal, id(7), false, 0);
        node.consensus.onVote(-1, 1, proposal, id(7), false, 0);
        node.consensus.onVote(1, 0, proposal, id(7), false, 0);
        node.consensus.onVote(1, 1, 0, id(7), false, 0);
        node.consensus.onVote(1, 1, -1, id(7), false, 0);
        node.consensus.onVote(1, 1, Long.MAX_VALUE, id(7), false, 0);
        node.consensus.onVote(1, 1, SlotVote.of(SlotVote.PROPOSAL, 1, 0), id(7), false, 0);
        node.state(1, 0, SlotVote.ONE, id(7));
        node.state(1, SlotVote.MAX_PHASE + 1, SlotVote.ONE, id(7));
        node.state(1, 1, SlotVote.UNSURE, id(7));
        node.state(1, 1, SlotVote.ONE, none());
        node.vote(1, 1, SlotVote.UNSURE, none());
        node.consensus.onDecided(1, 0, id(7), 0);
        node.consensus.onDecided(0, 1, id(7), 0);
        assertEquals(15, node.consensus.counters().malformed.get());
        assertEquals(0, node.consensus.highest());
    }

    @Expects("weak-mec.contradiction")
    @Test
    void shouldNoticeThatNodesContradictThemselves() {
        final OneNode node = undecided();
        node.proposal(1, 1, id(9));
        assertEquals(1, node.consensus.counters().contradictions.get());
        node.state(1, 1, SlotVote.ONE, id(7));
        node.state(1, 1, SlotVote.ZERO, id(7));
        assertEquals(2, node.consensus.counters().contradictions.get());
        node.state(2, 1, SlotVote.ONE, id(8));
        assertEquals(3, node.consensus.counters().contradictions.get());
        node.consensus.onDecided(1, 1, id(7), 0);
        node.consensus.onDecided(2, 1, none(), 0);
        assertEquals(4, node.consensus.counters().contradictions.get());
        assertTrue(node.decided.get(1L).same(id(7)));
    }

    @Expects("weak-mec.log-had-no-room")
    @Test
    void shouldTryAgainWhenTheLogHasNoRoom() {
        final OneNode node = new OneNode(FIVE);
        node.isDurableAtOnce = false;
        node.hasRoom = false;
        node.propose(1, id(7));
        node.consensus.doWork(0);
        assertEquals(List.of(), node.sent);
        node.hasRoom = true;
        assertTrue(node.consensus.doWork(0) > 0);
        node.durable();
        assertEquals(List.of("-1 1 PROPOSAL 7"), node.sent);
    }

    @Test
    void shouldAskForAnAnswerWhenNothingMoves() {
        final OneNode node = new OneNode(FIVE);
        node.propose(1, id(7));
        node.consensus.doWork(0);
        node.sent.clear();
        node.consensus.doWork(OneNode.RESEND_NS - 1);
        assertEquals(List.of(), node.sent);
        node.consensus.doWork(2 * OneNode.RESEND_NS);
        assertEquals(List.of("-1 1 PROPOSAL 7 again"), node.sent);
    }

    @Test
    void shouldTossAFairCoin() {
        int ones = 0;
        for (int slot = 1; slot <= 1_000; slot++) {
            ones += CommonCoin.toss(3, slot, 1) == SlotVote.ONE ? 1 : 0;
        }
        assertTrue(ones > 400 && ones < 600, ones + " of 1,000");
    }

    @Test
    void shouldNameWrongSizes() {
        assertThrows(IllegalArgumentException.class, () -> new Quorums(1, 0));
        assertThrows(IllegalArgumentException.class, () -> new Quorums(64, 0));
        assertThrows(IllegalArgumentException.class, () -> new Quorums(4, 2));
        assertThrows(IllegalArgumentException.class, () -> new SlotConsensusConfig(1, 5, FIVE, 4, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new SlotConsensusConfig(1, 0, FIVE, 3, 0, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new SlotConsensusConfig(1, 0, FIVE, 4, 0, 0, 0));
        assertEquals(new Quorums(5, 1), Quorums.ofCode(3, 2));
    }

    /** Node 0 of five has sent its STATE(1, 0): two for 7, one for 8, and its own for nothing. */
    private static OneNode undecided() {
        final OneNode node = new OneNode(FIVE);
        node.propose(1, none());
        node.proposal(1, 1, id(7));
        node.proposal(2, 1, id(7));
        node.proposal(3, 1, id(8));
        node.settleSteps();
        assertTrue(node.sent.contains("-1 1 STATE(1, 0) 0"), node.sent.toString());
        return node;
    }
}
