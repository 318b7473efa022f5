package io.fleet.protocol.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.mark.Expects;
import io.fleet.protocol.Ballot;
import io.fleet.protocol.message.Order;
import io.fleet.protocol.message.PreVoteReply;
import io.fleet.protocol.message.Prepare;
import io.fleet.protocol.message.StaleBallot;
import io.fleet.storage.EntryMeta;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlausibilityTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long NOW_MS = 1_700_000_000_000L;

    private final World world = new World();
    private final Plausibility plausible = new Plausibility(world.context);

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
        assertTrue(prepare(Plausibility.ROUNDS, 3, 0), "it may have been away");
        assertFalse(prepare(2 * Plausibility.ROUNDS + 1, 3, 1), "that is spent");
    }

    @Test
    @Tag("hazard-X-C1")
    void shouldLetANodeOnThatWasAwayForYears() {
        assertFalse(prepare(100 * Plausibility.ROUNDS, 1, 0));
        assertTrue(prepare(100 * Plausibility.ROUNDS, 1, 101 * MINUTE));
        assertFalse(prepare(200 * Plausibility.ROUNDS, 1, 102 * MINUTE));
        assertFalse(prepare(Plausibility.MOST_ROUNDS * 3, 1, 1_000_000 * MINUTE), "not all of it at once");
    }

    @Test
    @Tag("hazard-X-M4")
    @Expects({"plausibility.time-too-far-ahead", "plausibility.time-taken-in-the-end"})
    void shouldTakeTimesFromFarAheadOnlyWhereTheyGoOn() {
        assertTrue(order(NOW_MS, 0), "nothing is known of the time yet");
        plausible.clock(NOW_MS);
        assertTrue(order(NOW_MS + Plausibility.AHEAD_MS, 0));
        assertFalse(order(NOW_MS + Plausibility.AHEAD_MS + 1, 0));
        assertFalse(order(1L << 50, 1));
        final long patience = Plausibility.PATIENCE_TIMEOUTS * world.context.electionTimeoutNs();
        assertTrue(order(NOW_MS, patience), "another message");
        assertFalse(order(1L << 50, 3 * patience), "that was long ago");
        for (long now = 3 * patience; now < 4 * patience; now += patience / 4) {
            assertFalse(order(NOW_MS * 2, now));
        }
        assertTrue(order(NOW_MS * 2, 4 * patience), "the clock of this node may be the wrong one");
        assertTrue(order(NOW_MS * 2 + 5, 4 * patience));
    }
}
