package io.fleet.scattered.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.read.LeaseReleased;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.ScatteredProtocol;
import io.fleet.scattered.World;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SanityBoundsTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long NOW_MS = 1_700_000_000_000L;

    private final World world = new World();
    private final SanityBounds plausible = new SanityBounds(world.context);

    private boolean prepare(final long round, final long promisedRound, final long nowNs) {
        final Prepare prepare = new Prepare();
        prepare.ballot = round << 16 | 2;
        return plausible.admits(prepare, promisedRound << 16, nowNs);
    }

    private boolean order(final long timestamp, final long nowNs) {
        final EntryMeta meta = Entries.noOp();
        meta.timestamp = timestamp;
        final Order order = Entries.order(1 << 16 | 2, 0, 1, meta);
        return plausible.admits(order, 1 << 16, nowNs);
    }

    @Test
    @Tag("hazard-X-C1")
    @Expects("plausibility.ballot-too-far-ahead")
    void shouldNotBeTakenToTheEndOfTheRoundsByOneMessage() {
        assertFalse(prepare(Ballot.MAX_ROUND, 3, 0));
        final StaleBallot stale = new StaleBallot();
        stale.promised = Ballot.MAX;
        assertFalse(plausible.admits(stale, 3 << 16, 0));
        final PreVoteReply reply = new PreVoteReply();
        reply.knownBallot = Ballot.MAX;
        assertFalse(plausible.admits(reply, 3 << 16, 0));
        assertEquals(3, world.counters.implausible.get());
        assertTrue(prepare(4, 3, 0));
        assertTrue(prepare(1L << 38, 3, 0), "it may have been away");
        assertFalse(prepare((1L << 38) + 1, 3, 0), "the time is not known");
        plausible.clock(NOW_MS);
        assertTrue(prepare((1L << 38) + 1, 3, 0));
        assertFalse(prepare(Ballot.MAX_ROUND, 3, 0));
        plausible.clock(0);
        assertTrue(prepare((1L << 38) + 1, 3, 0), "it has been let on to this one");
        assertTrue(prepare(Ballot.MAX_ROUND - 1, Ballot.MAX_ROUND, 0), "what it has promised itself");
    }

    @Test
    @Tag("hazard-X-C1")
    void shouldNotListenToWhoSpeaksOfReplicaLeasesAtABallotThatCannotBe() { // L8, L9
        final SubLeaseRequest request = new SubLeaseRequest();
        final SubLease lease = new SubLease();
        final LeaseReleased news = new LeaseReleased();
        for (final long ballot : new long[] {Ballot.MAX, 4L << 16 | 1}) {
            request.ballot = ballot;
            lease.ballot = ballot;
            news.ballot = ballot;
            for (final Message message : List.of(request, lease, news)) {
                assertEquals(ballot != Ballot.MAX, plausible.admits(message, 3 << 16, 0));
            }
        }
        assertEquals(3, world.counters.implausible.get());
    }

    @Test
    @Tag("hazard-X-C1")
    void shouldLetANodeOnAtOnceThatWasAwayForYears() {
        plausible.clock(NOW_MS);
        assertTrue(prepare(10L * 365 * 86_400 * 16, 1, 0), "ten years of 16 rounds a second");
    }

    /** One member tells one node alone of ballots far ahead, for days, and then it stops. */
    @Test
    @Tag("hazard-X-C1")
    void shouldLetAllNodesOnEquallyFarWhateverOneMemberSaysToOne() {
        final SanityBounds other = new SanityBounds(new World(3, World.config()).context);
        final long days = 3 * 24 * 60 * MINUTE;
        final long often = 4_000_000_000L;
        long now = 0;
        for (; now < days; now += often) {
            plausible.clock(NOW_MS + now / World.MS);
            other.clock(NOW_MS + now / World.MS);
            assertFalse(prepare(Ballot.MAX_ROUND - 1, 1, now));
        }
        long most = 1;
        for (long step = Ballot.MAX_ROUND / 2; step > 0; step /= 2) {
            most += prepare(most + step, 1, now) ? step : 0;
        }
        final StaleBallot promised = new StaleBallot();
        promised.promised = most << 16 | 1;
        assertTrue(other.admits(promised, 1 << 16, now), "it is let on as far, at once: to round " + most);
        promised.promised = most + 16 << 16 | 3;
        assertFalse(other.admits(promised, 1 << 16, now));
        other.clock(NOW_MS + now / World.MS + 1_000);
        assertTrue(other.admits(promised, 1 << 16, now), "and there are rounds above");
    }

    /** It has lost its disk, and one of the others has taken the group far ahead. */
    @Test
    @Tag("hazard-X-C1")
    @Expects("plausibility.ballots-that-members-have-promised")
    void shouldLetANodeOnThatHasNothingWhereEnoughMembersSaySo() { // S15
        final World empty = new World(1, VoterState.LOST);
        final ScatteredProtocol node = new ScatteredProtocol(empty.context);
        node.doWork(empty.now, 0);
        final RejoinReply far = new RejoinReply();
        far.nonce = empty.out.last(RejoinRequest.class).nonce;
        far.standing = VoterState.VOTER;
        far.life = empty.standing.life();
        far.promised = 3L << 38 << 16 | 2;
        far.ballot = far.promised;
        far.base = 4;
        far.highest = 5;
        for (int i = 0; i < 3; i++) {
            empty.take(2, far);
            far.nonce++;
            empty.take(3, far);
            far.nonce--;
        }
        assertEquals(0, node.state().repairTarget(), "one member says so, and another one that was not asked");
        empty.take(3, far);
        empty.take(2, far);
        assertEquals(5, node.state().repairTarget());
        far.promised = 7L << 37 << 16 | 2;
        empty.take(2, far);
        final long dropped = empty.counters.implausible.get();
        final Order order = Entries.order(far.promised, 0, 0);
        empty.take(2, order);
        assertEquals(dropped + 1, empty.counters.implausible.get(), "one alone takes it nowhere");
        final Order led = Entries.order(far.ballot, 0, 0);
        empty.take(2, led);
        assertEquals(far.ballot, node.state().leaderBallot());
    }

    @Test
    @Tag("hazard-X-M4")
    @Expects({"plausibility.time-too-far-ahead", "plausibility.time-taken-in-the-end"})
    void shouldTakeTimesFromFarAheadOnlyWhereTheyGoOn() {
        assertTrue(order(NOW_MS, 0), "nothing is known of the time yet");
        plausible.clock(NOW_MS);
        assertTrue(order(NOW_MS + SanityBounds.AHEAD_MS, 0));
        assertFalse(order(NOW_MS + SanityBounds.AHEAD_MS + 1, 0));
        assertFalse(order(1L << 50, 1));
        final long patience = SanityBounds.PATIENCE_TIMEOUTS * world.context.electionTimeoutNs();
        assertTrue(order(NOW_MS, patience), "another message");
        assertFalse(order(1L << 50, 3 * patience), "that was long ago");
        for (long now = 3 * patience; now < 4 * patience; now += patience / 4) {
            assertFalse(order(NOW_MS * 2, now));
        }
        assertTrue(order(NOW_MS * 2, 4 * patience), "the clock of this node may be the wrong one");
        assertTrue(order(NOW_MS * 2 + 5, 4 * patience));
    }
}
