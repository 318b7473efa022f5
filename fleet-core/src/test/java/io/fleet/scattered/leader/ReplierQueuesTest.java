package io.fleet.scattered.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.ReplierPolicy;
import io.fleet.consensus.membership.Configuration;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReplierQueuesTest {
    private static final int BOUND = 4;
    private static final int FAR_BEHIND = 64;
    private static final long TIMEOUT = 400 * World.MS;

    @Test
    void shouldChooseTheShortestQueue() { // HC-13
        final ReplierQueues queues = queues(ReplierPolicy.JBSQ);
        for (long lsn = 1; lsn <= 6; lsn++) {
            queues.choose(lsn, 0);
        }
        for (int member = 0; member < 3; member++) {
            assertEquals(2, queues.depth(member));
        }
        queues.onApplied(2, 6, 0);
        assertEquals(3, queues.choose(7, 0));
        assertEquals(3, queues.choose(8, 0));
    }

    @Test
    void shouldAssignNoMoreThanItsBoundToOneReplica() { // S10, S13; HovercRaft 6
        for (final ReplierPolicy policy : ReplierPolicy.values()) {
            final ReplierQueues queues = queues(policy);
            long lsn = 1;
            while (queues.choose(lsn, 0) != ReplierQueues.ALL_FULL) {
                lsn++;
                assertTrue(lsn <= 3 * BOUND + 1, policy + " assigns more than its bound");
            }
            for (int member = 0; member < 3; member++) {
                assertTrue(queues.depth(member) <= BOUND);
            }
            assertEquals(policy == ReplierPolicy.LEADER ? BOUND : 3 * BOUND, lsn - 1);
        }
    }

    @Test
    void shouldGoOnWhenAReplicaHasApplied() { // HovercRaft 8
        final ReplierQueues queues = queues(ReplierPolicy.JBSQ);
        for (long lsn = 1; lsn <= 3 * BOUND; lsn++) {
            queues.choose(lsn, 0);
        }
        assertEquals(ReplierQueues.ALL_FULL, queues.choose(13, 0));
        queues.onApplied(1, 12, 0);
        assertEquals(0, queues.depth(1));
        assertEquals(2, queues.choose(13, 0));
    }

    @Test
    @Expects("replier-queues.silent-replica-passed-over")
    void shouldPassOverAReplicaThatIsSilent() { // S10; HovercRaft 8
        for (final ReplierPolicy policy : new ReplierPolicy[] {ReplierPolicy.JBSQ, ReplierPolicy.RANDOM}) {
            final ReplierQueues queues = queues(policy);
            queues.onApplied(1, 0, TIMEOUT);
            for (long lsn = 1; lsn <= 8; lsn++) {
                assertNotEquals(3, queues.choose(lsn, TIMEOUT + 1));
            }
            assertEquals(0, queues.depth(2));
            queues.onApplied(2, 0, TIMEOUT + 2);
            assertEquals(3, queues.choose(9, TIMEOUT + 2));
        }
    }

    @Test
    @Expects("replier-queues.replica-that-lags-passed-over")
    void shouldPassOverAReplicaThatLagsByMoreThanItsBound() { // S10
        for (final ReplierPolicy policy : new ReplierPolicy[] {ReplierPolicy.JBSQ, ReplierPolicy.RANDOM}) {
            final ReplierQueues queues = queues(policy);
            queues.onApplied(0, 100, 0);
            queues.onApplied(1, 100 - FAR_BEHIND, 0);
            queues.onApplied(2, 100 - FAR_BEHIND - 1, 0);
            for (long lsn = 101; lsn <= 108; lsn++) {
                assertNotEquals(3, queues.choose(lsn, 0));
            }
            assertEquals(ReplierQueues.ALL_FULL, queues.choose(109, 0));
            queues.onApplied(2, 100 - FAR_BEHIND, 0);
            assertEquals(3, queues.choose(109, 0));
        }
    }

    @Test
    @Expects("replier-queues.replica-not-heard-at-the-ballot-passed-over")
    void shouldNameNobodyOfWhomItDoesNotKnowWhetherItLags() { // S10
        for (final ReplierPolicy policy : new ReplierPolicy[] {ReplierPolicy.JBSQ, ReplierPolicy.RANDOM}) {
            final World world = new World(1, World.config().withReplierQueueBound(BOUND).withReplierPolicy(policy));
            final ReplierQueues queues = new ReplierQueues(world.context, new SplittableRandom(9));
            world.progress.applied = 100;
            queues.reset(0);
            assertFalse(queues.hasBeside(0, 0));
            for (long lsn = 101; lsn <= 100 + BOUND; lsn++) {
                assertEquals(1, queues.choose(lsn, 0), "the leader alone");
            }
            queues.onApplied(2, 100 - FAR_BEHIND - 1, 0);
            assertEquals(ReplierQueues.ALL_FULL, queues.choose(200, 0), "it lags behind the leader");
            queues.onApplied(1, 99, 0);
            assertEquals(2, queues.choose(200, 0));
        }
    }

    @Test
    void shouldForgetTheQueuesOfABallotThatIsOver() { // HovercRaft 8
        final ReplierQueues queues = queues(ReplierPolicy.JBSQ);
        for (long lsn = 1; lsn <= 3 * BOUND; lsn++) {
            queues.choose(lsn, 0);
        }
        begin(queues, 5 * TIMEOUT);
        assertEquals(0, queues.depth(0) + queues.depth(1) + queues.depth(2));
        assertNotEquals(ReplierQueues.ALL_FULL, queues.choose(13, 5 * TIMEOUT));
    }

    @Test
    void shouldLetTheLeaderReplyWhenConfiguredSo() {
        final ReplierQueues queues = queues(ReplierPolicy.LEADER);
        for (long lsn = 1; lsn <= BOUND; lsn++) {
            assertEquals(1, queues.choose(lsn, 0));
        }
        assertEquals(ReplierQueues.ALL_FULL, queues.choose(5, 0));
    }

    @Test
    @Expects("replier-queues.passed-over-for-its-snapshot")
    void shouldPassOverAReplicaThatWritesASnapshot() { // S10
        for (final ReplierPolicy policy : ReplierPolicy.values()) {
            final ReplierQueues queues = queues(policy);
            queues.passOverUntil(0, 100);
            for (long lsn = 1; lsn <= 2 * BOUND; lsn++) {
                assertNotEquals(1, queues.choose(lsn, 99));
            }
            assertEquals(ReplierQueues.ALL_FULL, queues.choose(9, 99));
            assertEquals(1, queues.choose(9, 100), "its time is over");
            assertTrue(queues.hasBeside(0, 100));
            queues.passOverUntil(1, 200);
            queues.passOverUntil(2, 200);
            assertFalse(queues.hasBeside(0, 100));
        }
    }

    @Test
    @Tag("hazard-U-cut-clients")
    @Expects("replier-queues.replica-that-its-batcher-hears-named")
    void shouldNameTheReplicaThatItsBatcherHears() { // S10
        for (final ReplierPolicy policy : ReplierPolicy.values()) {
            final ReplierQueues queues = queues(policy);
            for (long lsn = 1; lsn <= BOUND; lsn++) {
                assertEquals(3, queues.choose(lsn, 3, 0));
            }
            assertEquals(BOUND, queues.depth(2));
        }
    }

    @Test
    @Expects("replier-queues.wish-of-a-batcher-not-followed")
    void shouldFollowNoWishBeyondItsBound() { // S10, S13
        for (final ReplierPolicy policy : ReplierPolicy.values()) {
            final ReplierQueues queues = queues(policy);
            for (long lsn = 1; lsn <= 2 * BOUND; lsn++) {
                assertNotEquals(ReplierQueues.ALL_FULL, queues.choose(lsn, 3, 0));
            }
            assertEquals(BOUND, queues.depth(2));
            assertEquals(BOUND, queues.depth(0) + queues.depth(1));
            queues.onApplied(2, 1, 0);
            assertEquals(3, queues.choose(2 * BOUND + 1, 3, 0));
        }
    }

    @Test
    void shouldFollowNoWishForWhoCannotReply() { // S10
        for (final ReplierPolicy policy : ReplierPolicy.values()) {
            final ReplierQueues queues = queues(policy);
            assertNotEquals(ReplierQueues.ALL_FULL, queues.choose(1, 4, 0), "a node that is no member");
            assertNotEquals(ReplierQueues.ALL_FULL, queues.choose(2, 1023, 0));
            queues.passOver(2, 0);
            assertNotEquals(3, queues.choose(3, 3, 0), "it is about to stop");
            queues.onApplied(0, 100, 3 * TIMEOUT);
            queues.onApplied(1, 100, 3 * TIMEOUT);
            assertNotEquals(3, queues.choose(101, 3, 3 * TIMEOUT), "it is silent");
            queues.onApplied(2, 100 - FAR_BEHIND - 1, 3 * TIMEOUT);
            assertNotEquals(3, queues.choose(102, 3, 3 * TIMEOUT), "it lags");
            queues.onApplied(2, 100, 3 * TIMEOUT);
            queues.passOverUntil(2, 4 * TIMEOUT);
            assertNotEquals(3, queues.choose(103, 3, 3 * TIMEOUT), "it writes a snapshot");
        }
    }

    @Test
    void shouldSpreadRandomChoices() {
        final ReplierQueues queues = queues(ReplierPolicy.RANDOM);
        final int[] chosen = new int[4];
        for (long lsn = 1; lsn <= 3000; lsn++) {
            final int node = queues.choose(lsn, 0);
            chosen[node]++;
            queues.onApplied(node - 1, lsn, 0);
        }
        for (int node = 1; node <= 3; node++) {
            assertTrue(chosen[node] > 900 && chosen[node] < 1100, "node " + node + ": " + chosen[node]);
        }
    }

    @Test
    @Expects("replier-queues.nobody-else-there-executes")
    void shouldNameNoWitnessAndMeasureNobodyByIt() { // G12, S10
        final World world = World.in(Configuration.first(new int[] {1, 2, 3}, new int[] {3}, 0, 0, List.of()), 1);
        final ReplierQueues queues = new ReplierQueues(world.context, new SplittableRandom(9));
        begin(queues, 0);
        queues.onApplied(2, 1_000_000, 0);
        for (long lsn = 1; lsn <= 4; lsn++) {
            assertNotEquals(3, queues.choose(lsn, 0));
        }
        assertEquals(2, queues.depth(1), "it does not lag behind who executes nothing");
        assertFalse(queues.areAhead());
        assertTrue(queues.hasBeside(0, 0), "the other");
        assertTrue(queues.hasBeside(0, TIMEOUT + 1), "the other is silent, and the rest are witnesses");
        queues.passOverUntil(0, 10 * TIMEOUT);
        assertEquals(1, queues.choose(5, TIMEOUT + 1), "it replies all the same");
        queues.heard(1, TIMEOUT + 1);
        queues.onApplied(1, 0, TIMEOUT + 1);
        assertTrue(queues.hasBeside(0, TIMEOUT + 1));
        queues.passOverUntil(0, 10 * TIMEOUT);
        assertEquals(2, queues.choose(6, TIMEOUT + 1));
    }

    private static ReplierQueues queues(final ReplierPolicy policy) {
        final World world = new World(1, World.config().withReplierQueueBound(BOUND).withReplierPolicy(policy));
        final ReplierQueues queues = new ReplierQueues(world.context, new SplittableRandom(9));
        begin(queues, 0);
        return queues;
    }

    /** A ballot begins, and all have said that they have applied what there is. */
    private static void begin(final ReplierQueues queues, final long nowNs) {
        queues.reset(nowNs);
        for (int member = 0; member < 3; member++) {
            queues.onApplied(member, 0, nowNs);
        }
    }
}
