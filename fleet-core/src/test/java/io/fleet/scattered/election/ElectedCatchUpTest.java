package io.fleet.scattered.election;

import static io.fleet.fixture.message.Entries.accepted;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.noOp;
import static io.fleet.fixture.message.Entries.order;
import static io.fleet.fixture.message.Entries.promise;
import static io.fleet.fixture.message.Entries.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import org.junit.jupiter.api.Test;

class ElectedCatchUpTest {
    private static final long OLD = ballot(1, 2);
    private static final long MINE = ballot(2, 1);

    private final World world = new World();

    @Test
    void shouldBeReadyWhenThereIsNothingToRecover() {
        recover(promise(MINE, 1, 0));
        assertTrue(world.recovery.isReady());
    }

    @Test
    @Expects("leader-recovery.waits-for-its-base")
    void shouldNotBeReadyBeforeItHoldsEverythingUpToItsBase() { // S4, F4; FLEET 5
        recover(promise(MINE, 1, 2));
        assertFalse(world.recovery.isReady());
        assertEquals(2, world.learner.known(), "so that it is fetched from a replica");
        world.learner.learn(1, meta(1));
        assertFalse(world.recovery.isReady());
        world.learner.learn(2, meta(2));
        assertTrue(world.recovery.isReady());
    }

    @Test
    @Expects("leader-recovery.waits-for-a-body")
    void shouldNotBeReadyBeforeItHoldsTheBodiesItWillPropose() { // S7, M5
        recover(with(with(promise(MINE, 1, 0), accepted(1, OLD, meta(1))), accepted(3, OLD, meta(3))));
        assertFalse(world.recovery.isReady());
        world.arrive(3, 0);
        assertFalse(world.recovery.isReady());
        world.arrive(1, 0);
        assertTrue(world.recovery.isReady());
    }

    @Test
    void shouldAskForTheBodiesThatItMisses() { // S8
        recover(with(promise(MINE, 1, 0), accepted(4, OLD, meta(1))));
        world.advance(80);
        world.fetcher.doWork(MINE, world.now);
        final FetchBody request = world.out.last(FetchBody.class);
        assertEquals(1, request.count);
        assertEquals(4, request.lsn[0]);
    }

    @Test
    void shouldNeedNoBodyForANoOp() {
        recover(with(promise(MINE, 1, 0), accepted(1, OLD, noOp())));
        assertTrue(world.recovery.isReady());
    }

    @Test
    void shouldUseTheBodiesOfItsOwnScatteredLog() { // S7
        world.arrive(1, OLD);
        world.storage.onOrder(2, order(OLD, 0, 1, meta(1)), world.now);
        world.flush();
        final World restarted = world.restarted();
        recover(restarted, with(promise(MINE, 1, 0), accepted(1, OLD, meta(1))));
        assertTrue(restarted.recovery.isReady());
    }

    @Test
    void shouldNotUseAnotherBodyOfTheSameId() { // M2
        world.arrive(1, OLD);
        final byte[] other = "another body with the same id".getBytes();
        recover(with(promise(MINE, 1, 0), accepted(1, OLD, meta(1, other))));
        assertFalse(world.recovery.isReady());
        final EntryBody chunk = Entries.chunk(1, other, 0, 0);
        world.bodies.onChunk(chunk, MINE, world.now);
        assertTrue(world.recovery.isReady());
    }

    @Test
    void shouldKeepTheBodiesThatItHoldsAlready() { // S7
        world.arrive(1, OLD);
        recover(with(promise(MINE, 1, 0), accepted(1, OLD, meta(1))));
        for (long sequence = 100; sequence < 300; sequence++) {
            world.bodies.onChunk(Entries.body(sequence, MINE), MINE, world.now);
        }
        assertNotNull(world.bodies.held(meta(1)), "a body of an old ballot makes room only if nobody needs it");
        assertTrue(world.recovery.isReady());
    }

    private void recover(final Promise promise) {
        recover(world, promise);
    }

    private static void recover(final World at, final Promise promise) {
        at.campaign.start(MINE, 0);
        at.promises.flush();
        at.campaign.doWork(at.now);
        at.campaign.onPromise(1, promise);
        at.campaign.onPromise(2, promise(MINE, 1, 0));
        at.confirmAll();
        assertTrue(at.campaign.isComplete());
        at.recovery.start(at.campaign, at.now);
    }
}
