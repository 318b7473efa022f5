package io.fleet.consensus.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The replica of node 2, which follows node 1; leases of 100 ms, and clocks that are up to a tenth wrong. */
class HeldLeaseTest {
    private static final long MS = 1_000_000;
    private static final long BALLOT = Ballot.next(0, 1);
    private static final long START = 99;
    /** Of 50 ms that are lent: less a fifth, and 4 ms that its clock may have stood still. */
    private static final long COUNTED = 36;
    private static final long RESEND = 6;
    private static final int LENGTH = 100;

    private final RecordingOutbound out = new RecordingOutbound(2);
    private final LeaseCounters counters = new LeaseCounters();
    private final HeldLease held = new HeldLease(new LeaseConfig(LENGTH, 100_000, true), out, counters, START,
        RESEND * MS);
    private long now = 700 * MS;

    @Test
    void shouldCountFromBeforeItAskedAndForLessThanIsLent() { // L11
        work(BALLOT, 5);
        final SubLeaseRequest asked = out.last(SubLeaseRequest.class);
        assertEquals(SubLeaseRequest.ASK, asked.kind);
        assertEquals(List.of(1), out.receivers(SubLeaseRequest.class));
        assertEquals(START, asked.start);
        assertEquals(5, asked.applied);
        now += 10 * MS;
        answer(asked.round, 50, 4);
        assertTrue(held.isHeld(now));
        assertEquals(4, held.floor());
        now += (COUNTED - 10) * MS - 1;
        assertTrue(held.isHeld(now));
        now++;
        assertFalse(held.isHeld(now));
    }

    @Test
    void shouldAskFourTimesInALeaseAndTellWhatItAppliesInBetween() { // L7
        work(BALLOT, 5);
        out.clear();
        assertEquals(0, held.doWork(BALLOT, true, 5, 5, now));
        work(BALLOT, 6);
        assertEquals(SubLeaseRequest.TELL, out.last(SubLeaseRequest.class).kind);
        assertEquals(6, out.last(SubLeaseRequest.class).applied);
        assertEquals(0, held.doWork(BALLOT, true, 6, 6, now), "it has told");
        out.clear();
        now += 15 * MS;
        work(BALLOT, 6);
        assertEquals(SubLeaseRequest.ASK, out.last(SubLeaseRequest.class).kind);
        assertEquals(2, out.last(SubLeaseRequest.class).round);
    }

    @Test
    void shouldTellAgainWhatTheTransportDidNotTake() { // L7
        work(BALLOT, 5);
        out.clear();
        out.room = 0;
        work(BALLOT, 6);
        out.room = 1;
        work(BALLOT, 6);
        assertEquals(6, out.last(SubLeaseRequest.class).applied);
    }

    @Test
    @Expects("held-lease.answer-that-does-not-count")
    void shouldNotCountAnAnswerToSomethingElse() { // L9, L11
        work(BALLOT, 5);
        answer(2, 50, 1);
        assertFalse(held.isHeld(now), "it has not asked that yet");
        final SubLease other = lease(1, 50, 1);
        other.start = START - 1;
        held.onLease(other);
        assertFalse(held.isHeld(now), "of an earlier start, which may have applied more");
        other.start = START;
        other.ballot = Ballot.next(BALLOT, 1);
        held.onLease(other);
        assertFalse(held.isHeld(now), "of another leader");
        answer(1, 77, 1);
        assertFalse(held.isHeld(now), "no leader has so much to lend: it counts on less than 77 ms of a grant");
        now += 15 * MS;
        work(BALLOT, 5);
        answer(2, 50, 9);
        answer(1, 60, 3);
        assertEquals(9, held.floor(), "the newer one may be from after the older was over");
        for (int i = 0; i < 17; i++) {
            now += 16 * MS;
            work(BALLOT, 5);
        }
        assertEquals(19, out.last(SubLeaseRequest.class).round);
        answer(3, 50, 9);
        assertFalse(held.isHeld(now), "when that was asked is not known any more");
    }

    @Test
    void shouldHoldNothingOfAnotherBallot() { // L10
        work(BALLOT, 5);
        answer(1, 50, 5);
        work(Ballot.next(BALLOT, 0), 5);
        assertFalse(held.isHeld(now));
        answer(1, 50, 5);
        assertFalse(held.isHeld(now));
        assertEquals(2, out.all(SubLeaseRequest.class).size(), "it asks who leads now");
        assertEquals(0, out.receivers(SubLeaseRequest.class).get(1));
    }

    @Test
    @Expects("held-lease.given-back")
    void shouldGiveItsLeaseBackOnceItAppliesNothing() { // L7
        assertEquals(0, held.doWork(BALLOT, false, 5, 5, now), "it has asked for nothing");
        work(BALLOT, 5);
        answer(1, 50, 5);
        now += 15 * MS;
        work(BALLOT, 5);
        assertEquals(1, held.doWork(BALLOT, false, 5, 5, now));
        assertFalse(held.isHeld(now));
        final SubLeaseRequest back = out.last(SubLeaseRequest.class);
        assertEquals(SubLeaseRequest.GIVE_BACK, back.kind);
        assertEquals(2, back.round);
        answer(2, 50, 5);
        assertFalse(held.isHeld(now), "it has given that back");
        assertEquals(0, held.doWork(BALLOT, false, 5, 5, now));
        now += 15 * MS;
        work(BALLOT, 5);
        answer(3, 50, 5);
        assertTrue(held.isHeld(now));
    }

    @Test
    void shouldSayAgainThatItHasGivenBackUntilAllThatMayBeLentIsOver() { // L7
        work(BALLOT, 5);
        assertEquals(1, held.doWork(BALLOT, false, 5, 5, now));
        out.clear();
        for (int i = 0; i < 200; i++) {
            now += MS;
            held.doWork(BALLOT, false, 5, 5, now);
        }
        final List<SubLeaseRequest> again = out.all(SubLeaseRequest.class);
        assertEquals(LENGTH / RESEND, again.size(), "each 6 ms, for as long as any lease");
        assertTrue(again.stream().allMatch(request -> request.kind == SubLeaseRequest.GIVE_BACK && request.round == 1));
    }

    @Test
    @Expects("held-lease.told-again")
    void shouldTellAgainWhatItHasAppliedWhileThatIsNotReleased() { // L7
        work(BALLOT, 5);
        out.clear();
        now += RESEND * MS - 1;
        assertEquals(0, held.doWork(BALLOT, true, 5, 4, now));
        now++;
        assertEquals(0, held.doWork(BALLOT, true, 5, 5, now), "it is released");
        assertEquals(1, held.doWork(BALLOT, true, 5, 4, now));
        assertEquals(SubLeaseRequest.TELL, out.last(SubLeaseRequest.class).kind);
        assertEquals(5, out.last(SubLeaseRequest.class).applied);
        assertEquals(0, held.doWork(BALLOT, true, 5, 4, now));
    }

    @Test
    @Expects("held-lease.dropped-as-the-clock-stood-still")
    void shouldNotCountWhatItAskedForBeforeTheMachineStoodStill() { // L11
        work(BALLOT, 5);
        answer(1, 50, 5);
        held.onStoodStill(now);
        assertFalse(held.isHeld(now));
        answer(1, 50, 5);
        assertFalse(held.isHeld(now));
        work(BALLOT, 5);
        answer(2, 50, 5);
        assertTrue(held.isHeld(now));
    }

    @Test
    void shouldAskNobodyWhereNobodyLeads() {
        assertEquals(0, held.doWork(Ballot.NONE, true, 5, 5, now));
        assertEquals(0, out.sent.size());
    }

    private void work(final long ballot, final long applied) {
        assertEquals(1, held.doWork(ballot, true, applied, applied, now));
    }

    private void answer(final long round, final long millis, final long floor) {
        held.onLease(lease(round, millis, floor));
    }

    private static SubLease lease(final long round, final long millis, final long floor) {
        final SubLease lease = new SubLease();
        lease.ballot = BALLOT;
        lease.start = START;
        lease.round = round;
        lease.nanos = millis * MS;
        lease.floor = floor;
        return lease;
    }
}
