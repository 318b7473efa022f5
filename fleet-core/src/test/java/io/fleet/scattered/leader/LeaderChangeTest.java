package io.fleet.scattered.leader;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.noOp;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.scattered.World;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The histories that break recovery as it is published (FLEET 1 to 6 of {@code docs/spec/papers.md}), played to the
 * real roles of three nodes: candidates, acceptors and a learner that sees every acknowledgement.
 */
class LeaderChangeTest {
    private final World[] worlds = {null, world(1), world(2), world(3)};
    private final World witness = new World();

    @Test
    void shouldNotLoseWhatARecoveryChose() { // S5; FLEET 2
        propose(1, ballot(1, 1), 1, meta(1), 1);
        recover(2, ballot(2, 2), 2, 3);
        propose(2, ballot(2, 2), 1, meta(2), 2);
        final List<Order> third = recover(1, ballot(3, 1), 1, 3);
        deliver(1, third, 1, 3);
        assertChosen(1, meta(1));
        final List<Order> fourth = recover(2, ballot(4, 2), 2, 3);
        assertTrue(fourth.get(0).entries[0].meta.sameValue(meta(1)), "the newer ballot of the chosen value wins");
        deliver(2, fourth, 2, 3);
        assertChosen(1, meta(1));
    }

    @Test
    void shouldNotTakeARecoveredValueForChosenBeforeAQuorumHasItAtTheNewBallot() { // S5, S6; FLEET 3
        propose(1, ballot(1, 1), 1, meta(1), 1);
        recover(2, ballot(2, 2), 2, 3);
        propose(2, ballot(2, 2), 1, meta(2), 2);
        final List<Order> third = recover(1, ballot(3, 1), 1, 3);
        deliver(1, third, 3);
        assertFalse(witness.learner.isChosen(1), "one copy at ballot 1 and one at ballot 3 are no quorum");
        final List<Order> fourth = recover(2, ballot(4, 2), 1, 2);
        assertTrue(fourth.get(0).entries[0].meta.sameValue(meta(2)));
        deliver(2, fourth, 1, 2);
        assertChosen(1, meta(2));
    }

    @Test
    void shouldNotStopWhereBallotsGoDown() { // S5; FLEET 3
        for (long lsn = 1; lsn <= 3; lsn++) {
            propose(1, ballot(1, 1), lsn, meta(lsn), 1, 2);
            assertChosen(lsn, meta(lsn));
        }
        final List<Order> second = recover(2, ballot(2, 2), 2, 3);
        final Order cut = order(ballot(2, 2), 0, 1, second.get(0).entries[0].meta);
        deliver(2, List.of(cut), 2, 3);
        final List<Order> third = recover(3, ballot(3, 3), 2, 3);
        deliver(3, third, 2, 3);
        for (long lsn = 1; lsn <= 3; lsn++) {
            assertChosen(lsn, meta(lsn));
        }
    }

    @Test
    void shouldNotStopAtAHole() { // S5; FLEET 1
        propose(1, ballot(1, 1), 1, meta(1), 1);
        propose(1, ballot(1, 1), 2, meta(2), 1, 2);
        assertTrue(witness.learner.isChosen(2));
        final List<Order> second = recover(3, ballot(2, 3), 2, 3);
        deliver(3, second, 2, 3);
        assertChosen(1, noOp());
        assertChosen(2, meta(2));
    }

    @Test
    void shouldNotDecideAgainWhatAllHaveForgottenBecauseItIsRecorded() { // S4; FLEET 5
        propose(1, ballot(1, 1), 1, meta(1), 2, 3);
        assertChosen(1, meta(1));
        worlds[2].recorded(1);
        worlds[3].recorded(1);
        final List<Order> second = recover(1, ballot(2, 1), 1, 2);
        assertEquals(1, worlds[1].campaign.values().base());
        assertFalse(worlds[1].recovery.isReady(), "it must fetch LSN 1 first");
        assertEquals(0, second.stream().mapToInt(o -> o.count).sum());
    }

    @Test
    void shouldFenceALeaderOffOnceAQuorumHasPromised() { // S1, S3; FLEET 10
        recover(2, ballot(2, 2), 2, 3);
        propose(1, ballot(1, 1), 1, meta(1), 1, 2, 3);
        assertFalse(witness.learner.isChosen(1));
        assertEquals(1, worlds[2].counters.staleBallots.get());
    }

    @Test
    void shouldFindWhatWasDurableButNeverAcknowledged() { // S3, S5; FLEET 15
        final World third = worlds[3];
        third.arrive(1, ballot(1, 1));
        third.storage.onOrder(1, order(ballot(1, 1), 0, 1, meta(1)), third.now);
        third.log.flush(third.storage::onDurable);
        worlds[3] = third.restarted();
        final List<Order> second = recover(2, ballot(2, 2), 2, 3);
        assertTrue(second.get(0).entries[0].meta.sameValue(meta(1)), "harmless either way: it is proposed again");
    }

    private static World world(final int self) {
        return new World(self, World.config());
    }

    /** A leader orders one entry; it reaches some storage nodes with its body, and they become durable. */
    private void propose(final int leader, final long ballot, final long lsn, final EntryMeta meta, final int... to) {
        deliver(leader, List.of(order(ballot, 0, lsn, meta)), to);
    }

    private void deliver(final int leader, final List<Order> orders, final int... to) {
        for (final Order order : orders) {
            witness.learner.onOrder(order);
            for (final int node : to) {
                final World world = worlds[node];
                world.storage.onOrder(leader, order, world.now);
                for (int i = 0; i < order.count; i++) {
                    world.arrive(order.entries[i].meta.sequence, order.ballot);
                }
                world.flush();
                world.storage.doWork(world.now);
            }
        }
        for (final int node : to) {
            for (final Ack ack : worlds[node].out.all(Ack.class)) {
                witness.learner.onAck(node - 1, ack);
            }
            worlds[node].out.clear();
        }
    }

    /** A candidate collects promises from some members, and says what it would order. */
    private List<Order> recover(final int candidate, final long ballot, final int... voters) {
        final World world = worlds[candidate];
        world.campaign.start(ballot, world.learner.chosen());
        world.flush();
        world.campaign.doWork(world.now);
        for (final int voter : voters) {
            world.campaign.onPromise(voter - 1, worlds[voter].askPromise(candidate, ballot, 1));
        }
        world.confirmAll();
        assertTrue(world.campaign.isComplete());
        world.recovery.start(world.campaign, world.now);
        world.out.clear();
        world.leader.begin(ballot, world.campaign.values().base(), world.campaign.values().highest(), world.now);
        world.leader.open(world.campaign.values().found(), world.campaign.values().highest(), world.now);
        final List<Order> orders = new ArrayList<>(world.out.all(Order.class));
        orders.removeIf(o -> o.count == 0);
        world.out.clear();
        return orders;
    }

    private void assertChosen(final long lsn, final EntryMeta meta) {
        assertTrue(witness.learner.isChosen(lsn), "LSN " + lsn + " is not chosen");
        assertTrue(witness.learner.slotOf(lsn).meta.sameValue(meta), "LSN " + lsn + " has another value");
    }
}
