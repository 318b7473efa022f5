package io.fleet.consensus.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.quorum.MajorityQuorum;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A leader, node 1 of three voters, with leases of 100 ms and clocks that are up to a tenth wrong. */
class LeaderLeaseTest {
    private static final long MS = 1_000_000;
    private static final long COUNTED = 76;
    private static final long BALLOT = Ballot.next(0, 1);

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final LeaseCounters counters = new LeaseCounters();
    private final LeaderLease lease = new LeaderLease(new LeaseConfig(100, 100_000), out, counters);
    private long now = 300 * MS;

    @Test
    void shouldHoldALeaseWithGrantsOfAWriteQuorum() { // L2
        lease.doWork(BALLOT, 0, now);
        assertFalse(isHeld());
        grant(0);
        assertFalse(isHeld(), "one of three");
        grant(2);
        assertTrue(isHeld());
        assertFalse(lease.isHeld(Ballot.next(BALLOT, 1), MajorityQuorum.of(0b111), now), "at another ballot");
        assertFalse(lease.isHeld(Ballot.NONE, MajorityQuorum.of(0b111), now));
        assertFalse(lease.isHeld(BALLOT, MajorityQuorum.of(0b11010), now), "of other voters");
    }

    @Test
    void shouldCountFromWhenItAskedAndNotFromWhenItWasAnswered() { // L2
        lease.doWork(BALLOT, 0, now);
        now += 15 * MS;
        grant(0);
        grant(1);
        now += (COUNTED - 15) * MS - 1;
        assertTrue(isHeld());
        now++;
        assertFalse(isHeld());
    }

    @Test
    @Tag("hazard-S-D2")
    @Expects("leader-lease.dropped-as-the-clock-stood-still")
    void shouldNotCountWhatItAskedForBeforeTheMachineStoodStill() { // L2: the voters' clocks went on
        lease.doWork(BALLOT, 0, now);
        grant(0);
        lease.drop(now);
        grant(1);
        assertFalse(isHeld(), "an answer to what was asked before");
        assertEquals(1, lease.doWork(BALLOT, 0, now), "it asks anew at once");
        grant(0);
        grant(1);
        assertTrue(isHeld());
        lease.drop(now);
        assertFalse(isHeld());
    }

    @Test
    void shouldTakeOffWhatTwoClocksMayComeApart() { // L2
        assertEquals(76 * MS, new LeaseConfig(100, 100_000).countedNs());
        assertEquals(100 * MS, new LeaseConfig(100, 100_000).grantedNs());
        for (final int ppm : new int[] {0, 1, 333, 20_000, 100_000}) {
            final LeaseConfig config = new LeaseConfig(77, ppm);
            final double drift = ppm / 1e6;
            assertTrue(config.countedNs() <= config.grantedNs() * (1 - drift) / (1 + drift) + 1e-3, "ppm " + ppm);
        }
    }

    @Test
    void shouldAskAgainBeforeTheLeaseEnds() {
        for (int i = 0; i < 200; i++) {
            final int sent = out.sent.size();
            lease.doWork(BALLOT, 0, now);
            if (out.sent.size() > sent) {
                grant(0);
                grant(1);
            }
            assertTrue(isHeld());
            now += 5 * MS;
        }
        assertTrue(out.sent.size() <= 52, "requests " + out.sent.size());
    }

    @Test
    @Expects("leader-lease.grant-that-does-not-count")
    void shouldNotCountWhatWasGrantedToOthersOrLongAgo() { // L2
        lease.doWork(BALLOT, 0, now);
        final LeaseGrant other = new LeaseGrant();
        other.ballot = Ballot.next(BALLOT, 1);
        other.round = 1;
        lease.onGrant(0, other);
        lease.onGrant(1, other);
        other.ballot = BALLOT;
        other.round = 2;
        lease.onGrant(0, other);
        lease.onGrant(1, other);
        for (int i = 0; i < 16; i++) {
            now += COUNTED / 4 * MS;
            lease.doWork(BALLOT, 0, now);
        }
        other.round = 1;
        lease.onGrant(0, other);
        lease.onGrant(1, other);
        assertFalse(isHeld());
        assertEquals(0, counters.counted.get());
    }

    @Test
    void shouldBeginAnewAtAnotherBallot() { // L2
        lease.doWork(BALLOT, 0, now);
        grant(0);
        grant(1);
        final long next = Ballot.next(BALLOT, 1);
        lease.doWork(next, 4, now);
        assertFalse(lease.isHeld(next, MajorityQuorum.of(0b111), now));
        grant(0);
        assertFalse(lease.isHeld(BALLOT, MajorityQuorum.of(0b111), now));
        assertEquals(next, out.last(LeaseRequest.class).ballot);
        assertEquals(4, out.last(LeaseRequest.class).configuration);
    }

    @Test
    @Expects("leader-lease.given-up")
    void shouldCountNothingOnceItHandsOver() { // L4
        lease.doWork(BALLOT, 0, now);
        grant(0);
        grant(1);
        lease.giveUp();
        assertFalse(isHeld());
        final LeaseRequest release = out.last(LeaseRequest.class);
        assertEquals(LeaseRequest.RELEASE, release.millis);
        assertEquals(1, release.round);
        grantRound(0, 1);
        grantRound(1, 1);
        assertFalse(isHeld(), "grants that were under way");
        now += 200 * MS;
        final int sent = out.sent.size();
        lease.doWork(BALLOT, 0, now);
        assertEquals(sent, out.sent.size(), "it asks for nothing meanwhile");
        lease.giveUp();
        assertEquals(1, counters.givenUp.get());
        assertEquals(sent + 1, out.sent.size(), "it tells again");
        lease.resume();
        lease.doWork(BALLOT, 0, now);
        assertEquals(2, out.last(LeaseRequest.class).round);
        grantRound(0, 1);
        grantRound(1, 1);
        assertFalse(isHeld());
        grantRound(0, 2);
        grantRound(1, 2);
        assertTrue(isHeld());
    }

    private boolean isHeld() {
        return lease.isHeld(BALLOT, MajorityQuorum.of(0b111), now);
    }

    private void grant(final int slot) {
        grantRound(slot, out.last(LeaseRequest.class).round);
    }

    private void grantRound(final int slot, final long round) {
        final LeaseGrant grant = new LeaseGrant();
        grant.ballot = BALLOT;
        grant.round = round;
        lease.onGrant(slot, grant);
    }
}
