package io.fleet.scattered.collector;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Node 1 of three; node 2 leads. Node n is listened to in life 100 + n. */
class OrderPassingTest {
    private static final long B1 = ballot(1, 2);

    private final World world = new World();
    private final OrderPassing passing = new OrderPassing(world.context, new NamedCollector());

    @Test
    @Expects("order-passing.passed-on")
    void shouldPassOnWhatTheLeaderAsksItTo() { // HC-16
        final Order order = order(1, 1);
        passing.onOrder(order);
        final Order passed = world.out.last(Order.class);
        assertTrue(passed.passedOn);
        assertEquals(102, passed.leaderLife);
        assertEquals(1, passed.entries[0].lsn);
    }

    @Test
    void shouldNotPassOnWhatOthersAreAskedTo() {
        passing.onOrder(order(1, 3));
        assertTrue(world.out.all(Order.class).isEmpty());
    }

    @Test
    @Expects("order-passing.waits-for-the-transport")
    void shouldPassOnInOrderWhatTheTransportDoesNotTakeAtOnce() {
        world.out.room = 0;
        for (int lsn = 1; lsn <= 3; lsn++) {
            passing.onOrder(order(lsn, 1));
        }
        assertFalse(passing.isAtRest());
        world.out.room = 2;
        assertEquals(2, passing.doWork());
        world.out.room = 10;
        passing.onOrder(order(4, 1));
        passing.doWork();
        assertTrue(passing.isAtRest());
        assertEquals(List.of(1L, 2L, 3L, 4L), world.out.all(Order.class).stream().map(each -> each.entries[0].lsn)
            .toList());
    }

    @Test
    void shouldNotPassOnWhatIsOfAFormerConfiguration() { // S14
        world.out.room = 0;
        passing.onOrder(order(1, 1));
        passing.onConfiguration();
        assertTrue(passing.isAtRest());
    }

    @Test
    @Expects("order-passing.too-many-wait")
    void shouldLoseWhatIsTooMuch() { // S13
        world.out.room = 0;
        for (int lsn = 1; lsn <= OrderPassing.MAX_WAITING + 1; lsn++) {
            passing.onOrder(order(lsn, 1));
        }
        world.out.room = 10;
        assertEquals(OrderPassing.MAX_WAITING, passing.doWork());
    }

    @Test
    void shouldTakeWhatTheOneThatIsAskedPassesOn() {
        passing.onOrder(named(3));
        final Order passed = passed(102);
        assertTrue(passing.isTaken(3, passed));
        assertTrue(passed.passedOn);
    }

    @Test
    @Expects("order-passing.by-one-that-was-not-asked")
    void shouldNotTakeWhatAnotherOnePassesOn() {
        assertFalse(passing.isTaken(3, passed(102)), "before the leader itself has said so");
    }

    @Test
    @Expects("order-passing.of-a-life-not-listened-to")
    void shouldNotTakeWhatAFormerLifeOfTheLeaderHasOrdered() { // S15
        passing.onOrder(named(3));
        assertFalse(passing.isTaken(3, passed(101)));
    }

    private static Order order(final long lsn, final int collector) {
        final Order order = Entries.order(B1, 0, lsn, meta(lsn));
        order.collector = collector;
        order.passedOn = true;
        return order;
    }

    private static Order named(final int collector) {
        final Order heartbeat = Entries.heartbeat(B1, 0);
        heartbeat.collector = collector;
        return heartbeat;
    }

    private static Order passed(final long life) {
        final Order order = order(1, 3);
        order.leaderLife = life;
        return order;
    }
}
