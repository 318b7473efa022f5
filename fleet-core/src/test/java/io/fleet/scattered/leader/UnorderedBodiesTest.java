package io.fleet.scattered.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.MiniCluster;
import io.fleet.scattered.World;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No batcher sends anything again here: what comes to its end does so without one. */
class UnorderedBodiesTest {
    private static final int CHUNKS = 4;
    private static final int NONE = -1;

    private final MiniCluster cluster = new MiniCluster(World.config());
    private final MiniCluster.Node leader = cluster.awaitLeader();
    private int counted;

    @Test
    @Expects("stray-bodies.part-of-a-body-completed")
    void shouldCompleteABodyOfWhichThePacketsToTheLeaderWereLost() { // S8
        for (int lost = 0; lost < CHUNKS; lost++) {
            for (int id = 1; id <= 3; id++) {
                offer(id, lost + 1, id == leader.id ? lost : NONE);
            }
        }
        cluster.run(500);
        assertEquals(Set.of(1L, 2L, 3L, 4L), Set.copyOf(applied(leader.id)));
    }

    @Test
    void shouldAskEveryOtherForTheRestOfIt() { // S8
        final int lacking = leader.id % 3 + 1;
        for (int id = 1; id <= 3; id++) {
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                if (id != leader.id && id != lacking || chunk == 2) {
                    offerChunk(id, 1, chunk);
                }
            }
        }
        cluster.run(700);
        assertApplied(1L);
    }

    @Test
    @Expects("stray-bodies.body-shown-to-the-leader")
    void shouldShowTheLeaderABodyOfWhichItGotNothing() { // S8
        cluster.filter = (from, to, message) -> from != -1 || to != leader.id;
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(500);
        assertApplied(1L);
    }

    @Test
    void shouldShowTheLeaderALongOneToo() { // S8
        for (int id = 1; id <= 3; id++) {
            if (id != leader.id) {
                offer(id, 1, NONE);
            }
        }
        cluster.run(700);
        assertApplied(1L);
    }

    @Test
    void shouldShowABodyThatIsNotOrderedAFewTimesOnly() { // the leader may have refused it
        cluster.filter = (from, to, message) -> {
            counted += from != -1 && from != to && message instanceof EntryBody ? 1 : 0;
            return to != leader.id || from == leader.id || !(message instanceof EntryBody);
        };
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(10_000);
        assertEquals(2 * 3, counted, "each of two members");
        assertApplied();
    }

    @Test
    @Expects("stray-bodies.entry-that-nobody-has-refused")
    void shouldRefuseAnEntryThatNobodyHasWhole() { // S8, S13: its batcher knows best
        for (int id = 1; id <= 3; id++) {
            offerChunk(id, 1, 0);
        }
        cluster.run(1_500);
        assertEquals(List.of(1L), cluster.toBatcher.stream().filter(RejectEntry.class::isInstance)
            .map(m -> ((RejectEntry) m).sequence).toList());
        for (int id = 1; id <= 3; id++) {
            offer(id, 1, NONE);
        }
        cluster.run(1_000);
        assertApplied();
    }

    @Test
    void shouldAskNobodyForABodyThatIsStillOnItsWay() {
        cluster.filter = (from, to, message) -> {
            counted += message instanceof FetchBody ? 1 : 0;
            return true;
        };
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            for (int id = 1; id <= 3; id++) {
                offerChunk(id, 1, chunk);
            }
            cluster.run(40);
        }
        assertEquals(0, counted);
        cluster.run(200);
        assertApplied(1L);
    }

    @Test
    void shouldAskNobodyWhileItsOrderIsAllThatWaits() {
        cluster.filter = (from, to, message) -> {
            counted += message instanceof EntryBody && from != -1 && to == leader.id ? 1 : 0;
            return from == to || !(message instanceof Order);
        };
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(150);
        assertTrue(counted <= 2, "a follower shows what the leader may lack, and the leader ignores what it has");
        cluster.heal();
        cluster.run(1_000);
        assertApplied(1L);
    }

    /** All chunks but one. */
    private void offer(final int id, final long sequence, final int lost) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            if (chunk != lost) {
                offerChunk(id, sequence, chunk);
            }
        }
    }

    private void offerChunk(final int id, final long sequence, final int index) {
        cluster.nodes[id].take(-1, Entries.chunk(sequence,
            Entries.command(sequence, new byte[(CHUNKS - 1) * EntryBody.MAX_CHUNK]),
            leader.protocol.state().leaderBallot(), index * EntryBody.MAX_CHUNK), cluster.now());
    }

    private List<Long> applied(final int id) {
        return cluster.nodes[id].applied().stream().filter(s -> s != 0).toList();
    }

    private void assertApplied(final Long... sequences) {
        for (int id = 1; id <= 3; id++) {
            assertEquals(List.of(sequences), applied(id), "node " + id);
        }
    }
}
