package io.fleet.scattered.collector;

import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Node 1 of three gathers; node 2 leads. Members have the slots 0, 1 and 2. */
class AckCollectorTest {
    private static final long B1 = ballot(1, 2);
    private static final long B2 = ballot(2, 3);

    private final World world = new World();
    private final AckCollector collector = new AckCollector(world.context, world.learner);

    @Test
    @Expects("ack-collector.told-all")
    void shouldTellAtOnceWhatIsChosenByIt() { // CM-02, HC-17
        world.learner.onOrder(order(B1, 0, 1, meta(1)));
        take(1, ack(B1, 1));
        assertEquals(0, collector.doWork(world.now), "one of three");
        take(2, ack(B1, 1));
        assertEquals(1, collector.doWork(world.now));
        final CollectedAcks told = told();
        assertEquals(B1, told.ballot);
        assertEquals(2, told.count);
        assertEquals(2, told.node[0]);
        assertEquals(102, told.life[0], "as it is listened to");
        assertEquals(1, told.cumulative[1]);
        assertTrue(collector.isAtRest());
    }

    @Test
    void shouldTellAllElseWithinAMoment() {
        final Ack far = ack(B1, 0, 3, 5, 7, 7);
        take(2, far);
        assertEquals(0, collector.doWork(world.now));
        world.now += AckCollector.PATIENCE_NS;
        assertEquals(1, collector.doWork(world.now));
        final Ack read = new Ack();
        told().read(0, 0, read);
        assertEquals(2, read.count);
        assertEquals(7, read.to[1]);
        assertEquals(0, read.clockMillis, "nobody tells of the clock of another one");
    }

    @Test
    void shouldTellTheSameAgainWhereItIsAcknowledgedAgain() { // HC-20
        for (int i = 0; i < 3; i++) {
            take(2, ack(B1, 4));
            world.now += AckCollector.PATIENCE_NS;
            assertEquals(1, collector.doWork(world.now));
        }
    }

    @Test
    void shouldNotTellThatTheLeaderHoldsWhatItHasOnlyOrdered() { // HC 4
        world.learner.onOrder(order(B1, 0, 1, meta(1)));
        take(2, ack(B1, 1));
        world.now += AckCollector.PATIENCE_NS;
        collector.doWork(world.now);
        assertEquals(1, told().count, "node 2 leads, and has not acknowledged it");
        assertEquals(3, told().node[0]);
    }

    @Test
    void shouldTellNothingThatItIsNotAskedTo() {
        collector.onAck(1, ack(B1, 4), world.now);
        assertTrue(collector.isAtRest());
    }

    @Test
    @Expects("ack-collector.forgets-another-ballot")
    void shouldNotMixBallots() { // HC 3
        take(1, ack(B1, 9));
        take(2, ack(B2, 4));
        assertEquals(B1, told().ballot, "told before it is forgotten");
        world.now += AckCollector.PATIENCE_NS;
        collector.doWork(world.now);
        assertEquals(B2, told().ballot);
        assertEquals(1, told().count, "what was acknowledged at the lower ballot says nothing of the higher one");
    }

    @Test
    void shouldKeepTheLaterOfTwo() {
        take(1, ack(B1, 9));
        take(1, ack(B1, 4));
        world.now += AckCollector.PATIENCE_NS;
        collector.doWork(world.now);
        assertEquals(9, told().cumulative[0]);
    }

    @Test
    @Expects("ack-collector.lower-ballot-left-out")
    void shouldLeaveOutALowerBallot() {
        take(1, ack(B2, 4));
        take(2, ack(B1, 9));
        world.now += AckCollector.PATIENCE_NS;
        collector.doWork(world.now);
        assertEquals(B2, told().ballot);
        assertEquals(1, told().count);
    }

    @Test
    void shouldServeTheBallotThatIsFollowedThoughOneClaimsAHigherOne() {
        world.learner.onOrder(order(B1, 0, 1, meta(1)));
        take(2, ack(ballot(1_000_000, 3), 0));
        take(1, ack(B1, 1));
        world.now += AckCollector.PATIENCE_NS;
        collector.doWork(world.now);
        assertEquals(B1, told().ballot);
    }

    @Test
    @Expects("ack-collector.the-rest-goes-into-the-next")
    void shouldTellTheRestInTheNextMessage() {
        final long[] many = new long[2 * Ack.MAX_RANGES];
        for (int i = 0; i < many.length; i++) {
            many[i] = 10 + 2L * (i / 2);
        }
        final World seven = World.in(Configuration.first(
            new int[] {1, 2, 3, 4, 5, 6, 7}, 0, 0, List.of()), 1);
        final AckCollector large = new AckCollector(seven.context, seven.learner);
        int told = 0;
        for (int round = 0; round < 2; round++) {
            for (int member = 1; member < 7; member++) {
                final Ack each = ack(B1, 0, many);
                each.collector = 1;
                large.onAck(member, each, seven.now);
            }
            seven.now += AckCollector.PATIENCE_NS;
            large.doWork(seven.now);
            seven.now += AckCollector.PATIENCE_NS;
            large.doWork(seven.now);
            told += seven.out.all(CollectedAcks.class).stream().mapToInt(each -> each.count).sum();
            seven.out.clear();
        }
        assertEquals(12, told, "each once, four in a message");
        assertTrue(large.isAtRest());
    }

    @Test
    @Expects("ack-collector.told-before-members-change")
    void shouldTellBeforeSlotsHaveOtherMembers() { // S14
        take(1, ack(B1, 4));
        collector.onConfiguration();
        assertEquals(2, told().node[0]);
        assertTrue(collector.isAtRest());
    }

    @Test
    void shouldKeepWhatTheTransportDoesNotTake() {
        take(1, ack(B1, 4));
        world.now += AckCollector.PATIENCE_NS;
        world.out.room = 0;
        assertEquals(0, collector.doWork(world.now));
        world.out.room = 1;
        assertEquals(1, collector.doWork(world.now));
    }

    private void take(final int member, final Ack ack) {
        ack.collector = 1;
        world.learner.onAck(member, ack);
        collector.onAck(member, ack, world.now);
    }

    private CollectedAcks told() {
        return world.out.last(CollectedAcks.class);
    }
}
