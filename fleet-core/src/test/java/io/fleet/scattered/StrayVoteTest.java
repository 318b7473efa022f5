package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.replication.Order;
import io.fleet.error.ConfigException;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.context.GroupContext;
import org.junit.jupiter.api.Test;

/** A vote of a time when a leader had a larger window, which no later leader has found. */
class StrayVoteTest {
    private final World world = new World();

    StrayVoteTest() {
        world.lead(Entries.ballot(2, 1));
        world.out.clear();
    }

    @Test
    void shouldFillUpToAVoteThatALargerWindowHasLeft() { // P4
        world.leader.fill(2L * world.context.capacity());
        world.leader.doWork(world.now, 5_000);
        assertTrue(world.out.all(Order.class).stream().anyMatch(order -> order.count > 0),
            "a mark stands there, and reads wait until others write so much");
    }

    @Test
    void shouldOrderNoMoreThanItsWindowHoldsForOneRequestAndGoOnWithTheNext() { // P4, S13
        final long vote = 4L * world.context.capacity() + 3;
        int requests = 0;
        while (world.leader.highest() < vote) {
            final long before = world.leader.highest();
            world.leader.fill(vote);
            requests++;
            applyAll();
            assertEquals(Math.min(vote, before + world.context.capacity()), world.leader.highest());
        }
        assertEquals(5, requests);
        applyAll();
        assertEquals(vote, world.leader.highest(), "nothing above what is waited for");
    }

    @Test
    @Expects("leader.fill-above-any-vote-refused")
    void shouldFillNothingAboveAllThatAnyWindowAllows() { // P4, S13
        final int most = GroupContext.MAX_CAPACITY / 2;
        assertEquals(most, GroupConfig.scattered().withWindowEntries(most).windowEntries());
        assertThrows(ConfigException.class, () -> GroupConfig.scattered().withWindowEntries(2 * most));
        world.leader.fill(GroupContext.MAX_CAPACITY + 1);
        world.leader.fill(Long.MAX_VALUE);
        applyAll();
        assertEquals(0, world.leader.highest());
        world.leader.fill(GroupContext.MAX_CAPACITY);
        applyAll();
        assertEquals(world.context.capacity(), world.leader.highest());
    }

    /** Applies whatever is ordered, until nothing more is. */
    private void applyAll() {
        long before;
        do {
            before = world.leader.highest();
            world.progress.applied = before;
            world.leader.doWork(world.now, 5_000);
        } while (world.leader.highest() > before);
    }
}
