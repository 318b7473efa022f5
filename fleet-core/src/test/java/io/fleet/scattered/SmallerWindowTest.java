package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.message.Entries;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A leader that finds more than its window holds: others had a larger one, or it had before its restart. */
class SmallerWindowTest {
    private static final int TIMES = 9;
    private static final long FOUND = TIMES * World.WINDOW;

    private final World world = new World();
    private final long ballot = Entries.ballot(2, 1);

    SmallerWindowTest() {
        final Long2ObjectHashMap<AcceptedEntry> recovered = new Long2ObjectHashMap<>();
        for (long lsn = 1; lsn <= FOUND; lsn++) {
            recovered.put(lsn, Entries.accepted(lsn, Entries.ballot(1, 2), Entries.meta(lsn)));
        }
        world.leader.begin(ballot, 0, FOUND, world.now);
        world.out.clear();
        world.leader.open(recovered, FOUND, world.now);
    }

    @Test
    @Tag("hazard-U-own-settings")
    void shouldProposeAllThatItFindsAgain() { // S5
        final Map<Long, Long> sent = new HashMap<>();
        world.out.all(Order.class).forEach(order -> note(order, sent));
        for (long lsn = 1; lsn <= FOUND; lsn++) {
            assertEquals(lsn, sent.get(lsn), "LSN " + lsn);
        }
    }

    @Test
    @Tag("hazard-U-own-settings")
    void shouldSendAgainWhatLiesFurtherBackThanItsWindow() { // S7
        world.out.clear();
        final FetchOrder request = new FetchOrder();
        request.ballot = ballot;
        request.fromLsn = 1;
        request.toLsn = 3;
        world.leader.onFetchOrder(2, request, world.now);
        final Map<Long, Long> sent = new HashMap<>();
        world.out.all(Order.class).forEach(order -> note(order, sent));
        assertEquals(Map.of(1L, 1L, 2L, 2L, 3L, 3L), sent);
    }

    @Test
    void shouldOrderNothingNewBeforeThatIsApplied() { // S13
        world.out.clear();
        world.progress.applied = FOUND - World.WINDOW;
        world.leader.fill(FOUND + 1);
        world.leader.doWork(world.now, 5_000);
        assertEquals(FOUND, world.leader.highest());
        world.progress.applied = FOUND;
        world.leader.doWork(world.now, 5_000);
        assertTrue(world.leader.highest() > FOUND);
    }

    private static void note(final Order order, final Map<Long, Long> sent) {
        for (int i = 0; i < order.count; i++) {
            sent.put(order.entries[i].lsn, order.entries[i].meta.sequence);
        }
    }
}
