package io.fleet.scattered.learner;

import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.asking;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.heartbeat;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.noOp;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import io.fleet.scattered.context.Membership;
import io.fleet.storage.EntryMeta;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LearnerTest {
    private static final long B1 = ballot(1, 2);
    private static final long B2 = ballot(2, 3);

    private final World world = new World();
    private final Learner learner = world.learner;

    @Test
    void shouldLearnWhatAWriteQuorumAcknowledged() { // S6, F7
        learner.onOrder(order(B1, 0, 1, meta(1)));
        learner.onAck(0, ack(B1, 1));
        assertEquals(0, learner.chosen());
        learner.onAck(2, ack(B1, 1));
        assertEquals(1, learner.chosen());
        assertTrue(learner.slotOf(1).meta.sameValue(meta(1)));
    }

    @Test
    void shouldCountEachMemberOnce() { // S6
        learner.onOrder(order(B1, 0, 1, meta(1)));
        for (int i = 0; i < 5; i++) {
            learner.onAck(1, ack(B1, 0, 1, 1));
        }
        assertEquals(0, learner.chosen());
    }

    @Test
    @Expects("learner.value-of-a-lower-ballot-forgotten")
    void shouldNotAddUpAcknowledgementsOfTwoBallots() { // S6, F7; FLEET 2
        learner.onOrder(order(B1, 0, 1, meta(1)));
        learner.onAck(0, ack(B1, 1));
        learner.onOrder(order(B2, 0, 1, meta(1)));
        learner.onAck(1, ack(B2, 1));
        assertEquals(0, learner.chosen());
        learner.onAck(2, ack(B2, 1));
        assertEquals(1, learner.chosen());
    }

    @Test
    void shouldNotAddUpAcknowledgementsThatComeBeforeTheOrderOfTheNewBallot() { // S6, F7
        learner.onOrder(order(B1, 0, 1, meta(1)));
        learner.onAck(0, ack(B1, 1));
        learner.onOrder(heartbeat(B2, 0));
        learner.onAck(1, ack(B2, 1));
        learner.onOrder(order(B2, 0, 1, meta(1)));
        assertEquals(0, learner.chosen());
    }

    @Test
    void shouldForgetWhoRepliesToAValueThatLostItsLsn() { // S10
        final Order order = order(B1, 0, 1, meta(1));
        order.entries[0].replier = 2;
        learner.onOrder(order);
        learner.learn(1, meta(7));
        assertEquals(OrderEntry.NO_REPLIER, learner.slotOf(1).replier);
    }

    @Test
    void shouldRememberWhoRepliesToAValueThatItLearnsFromElsewhere() { // S10
        final Order order = order(B1, 0, 1, meta(1));
        order.entries[0].replier = 2;
        learner.onOrder(order);
        learner.learn(1, meta(1));
        assertEquals(2, learner.slotOf(1).replier);
    }

    @Test
    void shouldNotAddUpAcknowledgementsOfTwoConfigurations() { // S14
        world.recorded(4);
        learner.onRecorded(4);
        learner.onOrder(order(B1, 4, 5, meta(5)));
        learner.onAck(1, ack(B1, 5));
        smaller();
        learner.onAck(0, ack(B1, 5));
        assertFalse(learner.isChosen(5), "in the configuration before it was one of three");
    }

    @Test
    void shouldCountAnAcknowledgementOnceMoreInTheNextConfiguration() { // S14
        world.recorded(4);
        learner.onRecorded(4);
        learner.onOrder(order(B1, 4, 5, meta(5)));
        learner.onAck(1, ack(B1, 5));
        smaller();
        learner.onOrder(order(B1, 4, 5, meta(5)));
        learner.onAck(0, ack(B1, 5));
        learner.onAck(1, ack(B1, 5));
        assertTrue(learner.isChosen(5));
    }

    /** This node acts on configuration 4, without node 3. */
    private void smaller() {
        final Membership membership = world.context.membership();
        membership.adopt(membership.current().without(3).at(4));
        learner.onConfiguration();
    }

    @Test
    @Expects("learner.chosen-on-the-leaders-word")
    void shouldNotPassOverWhatItHasNotHeard() { // S6
        final Order order = order(B1, 0, 1, meta(1));
        order.chosen = 3;
        learner.onOrder(order);
        assertEquals(1, learner.chosen());
        final Order later = order(B1, 0, 3, meta(3));
        later.chosen = 3;
        learner.onOrder(later);
        assertEquals(1, learner.chosen());
        assertEquals(3, learner.known());
    }

    @Test
    void shouldNotCountAcknowledgementsOfAnOldBallot() { // S6
        learner.onOrder(order(B1, 0, 1, meta(1)));
        learner.onOrder(order(B2, 0, 1, meta(2)));
        learner.onAck(0, ack(B1, 1));
        learner.onAck(1, ack(B1, 1));
        assertEquals(0, learner.chosen());
    }

    @Test
    void shouldNotLearnWhatWasMerelyOrdered() { // S6
        learner.onOrder(order(B1, 0, 1, meta(1), meta(2)));
        learner.onOrder(heartbeat(B1, 0));
        assertEquals(0, learner.chosen());
        assertFalse(learner.isChosen(1));
        assertEquals(2, learner.ordered());
    }

    @Test
    void shouldNotWaitForWhatOnlyAnOldBallotHadOrdered() { // S6; FLEET 4
        learner.onOrder(order(B1, 0, 1, meta(1), meta(2)));
        learner.onAck(0, ack(B1, 1));
        learner.onAck(1, ack(B1, 1));
        learner.onOrder(heartbeat(B2, 0));
        assertEquals(1, learner.ordered(), "LSN 1 is chosen, and nobody has ordered more at the new ballot");
        learner.onOrder(order(B2, 0, 1, meta(1), meta(3), meta(4)));
        assertEquals(3, learner.ordered());
    }

    @Test
    void shouldNotApplyTheStaleTailOfAnOldBallot() { // S6; FLEET 4
        learner.onOrder(order(B1, 0, 7, meta(7)));
        learner.onOrder(heartbeat(B2, 0));
        learner.onAck(0, ack(B2, 7));
        learner.onAck(1, ack(B2, 7));
        assertFalse(learner.isChosen(7), "the value at the new ballot is not known here");
        learner.onOrder(order(B2, 0, 7, meta(8)));
        assertTrue(learner.isChosen(7));
        assertTrue(learner.slotOf(7).meta.sameValue(meta(8)));
    }

    @Test
    void shouldNotTakeTheTailOfAnOldBallotForChosenBecauseTheLeaderHasChosenMore() { // S6; FLEET 4
        learner.onOrder(order(B1, 0, 1, meta(1)));
        final Order heartbeat = heartbeat(B2, 0);
        heartbeat.chosen = 1;
        learner.onOrder(heartbeat);
        assertEquals(0, learner.chosen());
        assertEquals(1, learner.known());
        final Order again = order(B2, 0, 1, meta(2));
        again.chosen = 1;
        learner.onOrder(again);
        assertEquals(1, learner.chosen());
        assertTrue(learner.slotOf(1).meta.sameValue(meta(2)));
    }

    @Test
    void shouldNotTrustWhatAnOldLeaderSaysIsChosenAtANewBallot() { // S6
        final Order order = heartbeat(B1, 0);
        order.chosen = 5;
        learner.onOrder(order);
        learner.onOrder(order(B2, 0, 1, meta(1)));
        assertEquals(0, learner.chosen());
    }

    @Test
    @Expects("learner.stale-order-ignored")
    void shouldIgnoreOrdersOfAnOldBallot() { // S1, S6
        learner.onOrder(order(B2, 0, 1, meta(2)));
        learner.onOrder(order(B1, 0, 1, meta(1)));
        learner.onAck(0, ack(B2, 1));
        learner.onAck(1, ack(B2, 1));
        assertTrue(learner.slotOf(1).meta.sameValue(meta(2)));
        assertEquals(B2, learner.ballot());
    }

    @Test
    void shouldKeepWhatWasChosenOverANewBallot() { // S6, F7
        chooseAt(B1, 1);
        learner.onOrder(heartbeat(B2, 0));
        assertEquals(1, learner.chosen());
        learner.onOrder(order(B2, 0, 1, meta(1)));
        assertEquals(1, learner.chosen());
    }

    @Test
    void shouldWaitForEveryLsnBelow() { // S6
        chooseAt(B1, 2);
        chooseAt(B1, 3);
        assertTrue(learner.isChosen(3));
        assertEquals(0, learner.chosen());
        chooseAt(B1, 1);
        assertEquals(3, learner.chosen());
    }

    @Test
    void shouldCountAcknowledgementsThatCameBeforeTheOrder() { // M3
        learner.onOrder(heartbeat(B1, 0));
        learner.onAck(0, ack(B1, 0, 2, 2));
        learner.onAck(1, ack(B1, 2));
        learner.onAck(0, ack(B1, 2));
        learner.onOrder(order(B1, 0, 1, meta(1), meta(2)));
        assertEquals(2, learner.chosen());
    }

    @Test
    void shouldNotCountAWatermarkBelowTheBaseOfTheBallot() { // S4
        learner.onOrder(order(B1, 5, 6, meta(6)));
        learner.onAck(0, ack(B1, 5));
        learner.onAck(1, ack(B1, 5));
        assertNull(learner.slotOf(3));
        assertFalse(learner.isChosen(6));
        assertEquals(0, learner.chosen());
        assertEquals(5, learner.known());
    }

    @Test
    void shouldLearnFromWhoeverKnows() { // S6
        assertTrue(learner.learn(1, meta(1)));
        assertTrue(learner.learn(2, noOp()));
        assertEquals(2, learner.chosen());
        assertTrue(learner.slotOf(2).meta.isNoOp());
    }

    @Test
    void shouldStopWhenAnLsnHasTwoValues() { // S6, S16
        chooseAt(B1, 1);
        final String message =
            assertThrows(IllegalStateException.class, () -> learner.onOrder(order(B2, 0, 1, meta(2)))).getMessage();
        assertTrue(message.contains("LSN 1 was chosen"), message);
        assertThrows(IllegalStateException.class, () -> learner.learn(1, meta(2)));
    }

    @Test
    @Expects("learner.old-value-of-a-chosen-lsn")
    void shouldNotStopForAnOrderThatMayBeOfADeadLeader() { // S6
        learner.learn(1, meta(1));
        learner.onOrder(order(B1, 0, 1, meta(2)));
        assertTrue(learner.slotOf(1).meta.sameValue(meta(1)));
        assertEquals(1, learner.chosen());
        assertTrue(learner.contradicts(1, meta(2)));
        assertFalse(learner.contradicts(1, meta(1)));
        assertFalse(learner.contradicts(2, meta(2)));
    }

    @Test
    @Tag("hazard-S-A3")
    void shouldTellThatItDoesNotKnowWhatASnapshotCarriedItOver() { // S6: the order at that LSN was never chosen
        learner.onOrder(order(B1, 0, 1, meta(1), meta(2)));
        world.recorded(1);
        learner.onRecorded(1);
        assertEquals(1, learner.chosen());
        assertTrue(learner.contradicts(1, meta(2)));
        assertTrue(learner.contradicts(1, meta(1)), "it may be another one");
        assertFalse(learner.contradicts(2, meta(1)), "nothing is known of it");
    }

    @Test
    void shouldNotTakeALeadersWordForABallotThatDecided() { // S6: it may have learnt what a later ballot chose
        final Order word = order(B1, 0, 1, meta(1));
        word.chosen = 1;
        learner.onOrder(word);
        assertEquals(1, learner.chosen());
        learner.onOrder(order(B2, 0, 1, meta(2)));
        assertTrue(learner.slotOf(1).meta.sameValue(meta(1)), "B2 is dead: what is chosen is of a ballot above it");
    }

    @Test
    void shouldStopWhenABallotOrdersTwoValuesAtOneLsn() { // S16, M3
        learner.onOrder(order(B1, 0, 1, meta(1)));
        assertThrows(IllegalStateException.class, () -> learner.onOrder(order(B1, 0, 1, meta(2))));
    }

    @Test
    void shouldNotTakeTheSameEntryAtAnotherTimeForTheSameValue() { // S11
        learner.onOrder(order(B1, 0, 1, meta(1)));
        final EntryMeta later = meta(1);
        later.timestamp++;
        assertThrows(IllegalStateException.class, () -> learner.onOrder(order(B1, 0, 1, later)));
    }

    @Test
    @Expects("learner.beyond-window")
    void shouldIgnoreWhatLiesBeyondItsWindow() { // S13
        final int capacity = World.WINDOW * 2;
        learner.onOrder(order(B1, 0, capacity + 1, meta(1)));
        assertNull(learner.slotOf(capacity + 1));
        assertFalse(learner.learn(capacity + 1, meta(1)));
        learner.onAck(0, ack(B1, 1L << 40));
        learner.onAck(1, ack(B1, 0, 1, 1L << 40));
        world.recorded(1);
        learner.onOrder(order(B1, 0, capacity + 1, meta(1)));
        assertFalse(learner.isChosen(capacity + 1));
    }

    /** A message that says too much, by mistake, lets nothing out before it is chosen; the next one says it again. */
    @Test
    @Expects("learner.released-beyond-what-is-known-chosen")
    void shouldTakeNothingForReleasedThatItDoesNotKnowToBeChosen() { // L8
        final World leased = new World(1, World.config().withLeases(new LeaseConfig(300, 1_000, true)));
        final Order order = order(B1, 0, 1, meta(1), meta(2));
        order.released = 2;
        leased.learner.onOrder(order);
        assertEquals(0, leased.learner.released(), "nothing is chosen");
        leased.learner.onAck(0, ack(B1, 1));
        leased.learner.onAck(2, ack(B1, 1));
        leased.learner.noteReleased(Long.MAX_VALUE);
        assertEquals(1, leased.learner.released());
        leased.learner.onAck(0, ack(B1, 2));
        leased.learner.onAck(2, ack(B1, 2));
        assertEquals(2, leased.learner.chosen());
        assertEquals(1, leased.learner.released(), "what was said too early is forgotten");
        final Order stale = heartbeat(ballot(0, 1), 0);
        stale.released = 2;
        leased.learner.onOrder(stale);
        assertEquals(1, leased.learner.released(), "of a ballot that is over");
        leased.learner.onOrder(order);
        assertEquals(2, leased.learner.released());
        order.chosen = 2;
        learner.onOrder(order);
        assertEquals(0, learner.released(), "replicas hold no leases here");
    }

    @Test
    void shouldFollowTheReplicaThroughTheRing() { // S13
        for (long lsn = 1; lsn <= 200; lsn++) {
            chooseAt(B1, lsn);
            assertEquals(lsn, learner.chosen());
            assertTrue(learner.slotOf(lsn).meta.sameValue(meta(lsn)));
            world.recorded(lsn - 1);
            assertNull(learner.slotOf(lsn - 1));
        }
    }

    @Test
    void shouldKnowWhatOthersWereAskedToWriteOnceItIsChosen() { // S6
        learner.onOrder(asking(6, order(B1, 0, 1, meta(1), meta(2))));
        assertFalse(learner.isSpared(1, 0), "nobody may have written it yet");
        learner.onAck(1, ack(B1, 2));
        learner.onAck(2, ack(B1, 2));
        assertTrue(learner.isSpared(1, 0));
        assertFalse(learner.isSpared(1, 1));
        world.recorded(1);
        assertFalse(learner.isSpared(1, 0));
        assertTrue(learner.isSpared(2, 0));
    }

    @Test
    void shouldCountAnybodyWhoAcknowledgesWhoeverWasAsked() { // S6
        learner.onOrder(asking(6, order(B1, 0, 1, meta(1))));
        learner.onAck(0, ack(B1, 1));
        assertEquals(0, learner.chosen());
        learner.onAck(2, ack(B1, 1));
        assertEquals(1, learner.chosen());
    }

    @Test
    void shouldNotCountAsSparedWhatItIsAskedToWriteAfterAll() { // S6
        learner.onOrder(asking(6, order(B1, 0, 1, meta(1), meta(2))));
        learner.onOrder(order(B1, 0, 1, meta(1)));
        learner.onOrder(asking(6, order(B1, 0, 1, meta(1))));
        learner.onAck(1, ack(B1, 2));
        learner.onAck(2, ack(B1, 2));
        assertFalse(learner.isSpared(1, 0));
        assertTrue(learner.isSpared(2, 0));
        learner.onOrder(order(B2, 0, 2, meta(2)));
        assertFalse(learner.isSpared(2, 0), "a new ballot asks everyone");
    }

    @Test
    void shouldNotCountAsSparedWhatItLearntFromElsewhere() { // S15
        learner.onOrder(asking(6, order(B1, 0, 1, meta(1))));
        learner.learn(1, meta(1));
        assertFalse(learner.isSpared(1, 0));
    }

    @Test
    void shouldStartAtWhatIsRecorded() { // S4
        final World restarted = new World();
        restarted.progress.recorded = 9;
        final Learner late = new Learner(restarted.context);
        assertEquals(9, late.chosen());
        assertEquals(9, late.known());
        assertTrue(late.isChosen(9));
    }

    @Test
    void shouldSayWhichOrderIsMissing() {
        learner.onOrder(order(B1, 0, 2, meta(2)));
        assertFalse(learner.hasOrder(1));
        assertTrue(learner.hasOrder(2));
        learner.onOrder(heartbeat(B2, 0));
        assertFalse(learner.hasOrder(2));
    }

    private void chooseAt(final long ballot, final long lsn) {
        learner.onOrder(order(ballot, 0, lsn, meta(lsn)));
        learner.onAck(0, ack(ballot, 0, lsn, lsn));
        learner.onAck(1, ack(ballot, 0, lsn, lsn));
    }
}
