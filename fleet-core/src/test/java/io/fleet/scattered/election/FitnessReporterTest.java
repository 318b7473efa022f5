package io.fleet.scattered.election;

import static io.fleet.fixture.message.Entries.ballot;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.scattered.World;
import org.junit.jupiter.api.Test;

/** Node 1 follows node 2, with an election timeout of 400 ms. */
class FitnessReporterTest {
    private static final long THEIRS = ballot(3, 2);

    private final World world = new World();

    @Test
    void shouldSayNothingWhereNothingIsSpecial() {
        world.announcer.doWork(THEIRS, world.now);
        assertEquals(0, world.out.all(LeaderFitness.class).size());
        assertEquals(Long.MAX_VALUE, world.announcer.quietLeftNs(THEIRS, world.now));
    }

    @Test
    void shouldSayTwiceInAnElectionTimeoutWhatIsSpecial() {
        world.announcer.priority(LeaderFitness.MAX_PRIORITY);
        assertEquals(1, world.announcer.quietLeftNs(THEIRS, world.now), "now");
        world.announcer.doWork(THEIRS, world.now);
        assertEquals(200 * World.MS, world.announcer.quietLeftNs(THEIRS, world.now));
        world.advance(200);
        world.announcer.doWork(THEIRS, world.now);
        assertEquals(2, world.out.all(LeaderFitness.class).size());
    }
}
