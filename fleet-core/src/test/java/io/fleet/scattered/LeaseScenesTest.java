package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Messages about leases that come when what they say is over, to three whole nodes in virtual time; one hop takes 5 ms,
 * an election timeout 400 ms. Whoever leads is cut off then, and the others elect as soon as they are free.
 */
@Tag("hazard-S-scenes")
class LeaseScenesTest {
    private static final int LENGTH = 1_200;
    private static final int ROUNDS = 16;

    private final MiniCluster cluster = new MiniCluster(World.config().withLeases(new LeaseConfig(LENGTH, 1_000)));
    private final List<Late> late = new ArrayList<>();
    private final Asked asked = new Asked();

    @Test
    void shouldKeepTheLeaseThatWasResumedWhenTheReleaseOfBeforeComesLate() { // L4
        final MiniCluster.Node old = settled();
        cluster.filter = (from, to, message) -> from == to
            || !isRelease(message) && !(message instanceof LeadershipTransfer) || hold(from, to, message);
        fail(old);
        assertTrue(late.stream().filter(each -> isRelease(each.message)).count() >= 2, "no release has come");
        assertTrue(late.stream().anyMatch(each -> each.message instanceof LeadershipTransfer),
            "nobody was asked to lead");
        assertNotEquals(ReadMarks.SILENT, mark(old), "it holds a lease again");

        cluster.isolate(old.id);
        deliver();
        final int held = millisUntilOver(old);
        assertTrue(held > 300, "it counted on its lease for " + held + " ms");
        shouldElectAnother(old);
    }

    @Test
    void shouldNotCountWhatWasGrantedBeforeTheLeaseWasGivenUp() { // L4
        final MiniCluster.Node old = settled();
        cluster.filter = (from, to, message) -> from == to || !(message instanceof LeaseGrant)
            || hold(from, to, message);
        cluster.run(LENGTH / 4);
        assertTrue(late.size() >= 2, "grants are under way");
        final int count = late.size();
        cluster.filter = (from, to, message) -> !(message instanceof LeadershipTransfer)
            && (from == to || !(message instanceof LeaseGrant)
                && (!(message instanceof LeaseRequest) || isRelease(message)));
        fail(old);
        assertEquals(count, late.size());

        cluster.isolate(old.id);
        deliver();
        for (int i = 0; i < LENGTH / 5; i++) {
            assertEquals(ReadMarks.SILENT, mark(old), "it has given that lease away");
            cluster.run(5);
        }
        shouldElectAnother(old);
    }

    @Test
    void shouldNotCountAGrantOfARoundWhosePlaceAnotherHasTaken() { // L2
        final MiniCluster.Node old = settled();
        final long[] rounds = {0, 0};
        cluster.filter = (from, to, message) -> {
            if (from == old.id && to == old.id && message instanceof LeaseRequest request) {
                rounds[1] = request.round;
            }
            if (from != to && message instanceof LeaseGrant grant && (rounds[0] == 0 || rounds[0] == grant.round)) {
                rounds[0] = grant.round;
                return hold(from, to, message);
            }
            return from == to || rounds[0] == 0 || !(message instanceof LeaseRequest);
        };
        for (int i = 0; i < 2 * ROUNDS * LENGTH / 4 / 5 && (rounds[0] == 0 || rounds[1] < rounds[0] + ROUNDS); i++) {
            cluster.run(5);
        }
        assertEquals(rounds[0] + ROUNDS, rounds[1], "the place of the round has just been taken");
        assertTrue(late.size() >= 1);
        assertEquals(Role.LEADER, old.protocol.state().role());
        assertEquals(ReadMarks.SILENT, mark(old));

        cluster.isolate(old.id);
        deliver();
        for (int i = 0; i < LENGTH / 5; i++) {
            assertEquals(ReadMarks.SILENT, mark(old), "what was granted was over long ago");
            cluster.run(5);
        }
        shouldElectAnother(old);
    }

    /** Leadership is to be handed over, and nobody takes it, so the leader goes on at its ballot. */
    private void fail(final MiniCluster.Node old) {
        final long ballot = old.protocol.state().leaderBallot();
        cluster.transfer(old.id, old.id % 3 + 1, asked);
        cluster.run(50);
        assertEquals(ReadMarks.SILENT, mark(old), "it has given its lease away");
        for (int i = 0; i < LENGTH / 5 && asked.outcomes.isEmpty(); i++) {
            cluster.run(5);
        }
        assertTrue(asked.outcomes.get(0).contains("goes on at its ballot"), asked.outcomes.get(0));
        cluster.run(20);
        assertEquals(ballot, old.protocol.state().leaderBallot());
        assertEquals(Role.LEADER, old.protocol.state().role());
    }

    /** For how long a leader that is cut off still counts on its lease; nobody else leads meanwhile. */
    private int millisUntilOver(final MiniCluster.Node old) {
        int held = 0;
        for (; held <= LENGTH && mark(old) != ReadMarks.SILENT; held += 5) {
            for (int id = 1; id <= 3; id++) {
                assertFalse(id != old.id && cluster.nodes[id].protocol.state().role() == Role.LEADER,
                    "node " + id + " leads, and node " + old.id + " holds a lease, " + held + " ms after the cut");
            }
            cluster.run(5);
        }
        return held;
    }

    private void shouldElectAnother(final MiniCluster.Node old) {
        for (int i = 0; i < 4 * LENGTH / 5; i++) {
            for (int id = 1; id <= 3; id++) {
                if (id != old.id && mark(cluster.nodes[id]) != ReadMarks.SILENT) {
                    assertEquals(ReadMarks.SILENT, mark(old), "two nodes hold leases");
                    return;
                }
            }
            cluster.run(5);
        }
        throw new AssertionError("nobody else came to hold a lease");
    }

    private static boolean isRelease(final Message message) {
        return message instanceof LeaseRequest request && request.millis == LeaseRequest.RELEASE;
    }

    private boolean hold(final int from, final int to, final Message message) {
        late.add(new Late(from, to, message));
        return false;
    }

    private void deliver() {
        late.forEach(each -> cluster.nodes[each.to].take(each.from, each.message, cluster.now()));
    }

    private MiniCluster.Node settled() {
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(200);
        assertEquals(Role.LEADER, leader.protocol.state().role());
        assertNotEquals(ReadMarks.SILENT, mark(leader));
        return leader;
    }

    private long mark(final MiniCluster.Node node) {
        return node.protocol.readMarks().leaseMark(cluster.now());
    }

    /** A message that is on its way for long. */
    private record Late(int from, int to, Message message) {
    }
}
