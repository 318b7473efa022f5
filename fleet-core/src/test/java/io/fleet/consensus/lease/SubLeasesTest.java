package io.fleet.consensus.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A leader, node 1, whose own lease ends 100 ms from now, lends to the replicas in the slots 1 and 2. */
class SubLeasesTest {
    private static final long MS = 1_000_000;
    private static final long BALLOT = Ballot.next(0, 1);
    private static final long OWN = 100 * MS;
    private static final long START = 4711;

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final LeaseCounters counters = new LeaseCounters();
    private final SubLeases leases = new SubLeases(out, counters);
    private long now = -50 * MS;
    private long endNs = now + OWN;
    private long highest = 10;
    private long chosen = 8;
    private long round;

    @Test
    void shouldLendNoLongerThanItsOwnLeaseLasts() { // L6
        hold(1, 8);
        final SubLease lease = out.last(SubLease.class);
        assertEquals(endNs - now, lease.nanos);
        assertEquals(BALLOT, lease.ballot);
        assertEquals(START, lease.start);
        assertEquals(round, lease.round);
        now = endNs;
        assertFalse(leases.haveEnded(now));
        assertTrue(leases.haveEnded(now + 1));
    }

    @Test
    void shouldAnswerByAClockThatIsLaterThanTheQuestion() { // L6: the time up to the end is counted from it
        hold(1, 8);
        out.clear();
        ask(1, 8);
        assertEquals(1, lend(), "it remains to be done");
        assertEquals(0, out.sent.size());
        now++;
        lend();
        assertEquals(endNs - now, out.last(SubLease.class).nanos);
        assertEquals(0, lend());
    }

    @Test
    @Expects({"sub-leases.holder-is-waited-for", "sub-leases.run-out"})
    void shouldReleaseWhatAllHoldersHaveAppliedOrNoneHoldsAnyMore() { // L7
        assertEquals(8, leases.releasable(8, now), "nobody holds anything");
        hold(1, 8);
        hold(2, 8);
        chosen = 12;
        assertEquals(8, leases.releasable(chosen, now));
        tell(1, 12);
        assertEquals(8, leases.releasable(chosen, now), "one is not enough");
        tell(2, 10);
        assertEquals(10, leases.releasable(chosen, now));
        now = endNs;
        assertEquals(10, leases.releasable(chosen, now));
        now++;
        assertEquals(12, leases.releasable(chosen, now));
        tell(1, 13);
        tell(2, 13);
        assertEquals(12, leases.releasable(chosen, now), "no more than is chosen");
    }

    @Test
    @Expects("sub-leases.renewed-with-the-floor-of-before")
    void shouldLendFromTheHighestThatIsOrderedAndRenewFromThereWhileItCounts() { // L9
        hold(1, 8);
        assertEquals(10, out.last(SubLease.class).floor);
        highest = 20;
        endNs += 50 * MS;
        askAndLend(1, 9);
        assertEquals(10, out.last(SubLease.class).floor, "what was released since waited for it");
        now = endNs + 1;
        endNs = now + OWN;
        askAndLend(1, 9);
        assertEquals(20, out.last(SubLease.class).floor, "it was over: what was released since did not wait");
    }

    /** Nobody knows whether the process that holds it has ended: two may run with the number of one node. */
    @Test
    @Expects({"sub-leases.lease-of-an-earlier-start-counts", "sub-leases.holder-has-started-again"})
    void shouldWaitForALeaseOfAnEarlierStartUntilThatIsOver() { // L7, L9
        hold(1, 8);
        final long heldRound = round;
        highest = 12;
        chosen = 12;
        for (int i = 1; i <= 3; i++) {
            request(1, SubLeaseRequest.ASK, START + 1, heldRound + i, 12);
            request(1, SubLeaseRequest.TELL, START + 1, heldRound + i, 12);
            now++;
            assertEquals(0, lend(), "it is not lent another");
        }
        request(1, SubLeaseRequest.GIVE_BACK, START + 1, heldRound + 9, 12);
        assertFalse(leases.haveEnded(now), "what it gives back was never lent to it");
        assertEquals(8, leases.releasable(chosen, now), "it tells what another process has applied");
        tell(1, 9);
        assertEquals(9, leases.releasable(chosen, now));
        now = endNs + 1;
        endNs = now + OWN;
        out.clear();
        request(1, SubLeaseRequest.TELL, START + 1, 1, 12);
        request(1, SubLeaseRequest.ASK, START + 1, 1, 5);
        assertEquals(12, leases.releasable(chosen, now), "it holds nothing yet");
        now++;
        lend();
        assertEquals(0, out.sent.size(), "it is not known whether it keeps up");
        request(1, SubLeaseRequest.ASK, START + 1, 2, 12);
        now++;
        lend();
        final SubLease lease = out.last(SubLease.class);
        assertEquals(START + 1, lease.start);
        assertEquals(2, lease.round);
        assertEquals(12, lease.floor);
        tell(1, 99);
        chosen = 20;
        assertEquals(12, leases.releasable(chosen, now), "told by the one before");
    }

    @Test
    void shouldLendAnotherNodeInTheSlotNothingBeforeALeaseIsOver() { // L7, S14
        hold(1, 8);
        final SubLeaseRequest other = new SubLeaseRequest();
        other.kind = SubLeaseRequest.ASK;
        other.ballot = BALLOT;
        other.start = START;
        for (int i = 0; i < 2; i++) {
            other.round++;
            other.applied = 99;
            leases.onRequest(1, 7, other, now);
            now++;
            assertEquals(0, lend());
        }
        chosen = 12;
        assertEquals(8, leases.releasable(chosen, now));
        now = endNs + 1;
        endNs = now + OWN;
        out.clear();
        for (int i = 0; i < 2; i++) {
            other.round++;
            leases.onRequest(1, 7, other, now);
            now++;
            lend();
        }
        assertEquals(List.of(7), out.receivers(SubLease.class));
    }

    @Test
    @Expects("sub-leases.not-lent-to-who-lags")
    void shouldLendNothingToAReplicaThatLags() { // L7: all answers wait for holders
        ask(1, 0);
        now++;
        lend();
        assertEquals(0, out.sent.size(), "it is not known whether it keeps up");
        askAndLend(1, 7);
        assertEquals(0, out.sent.size(), "it has not applied what was chosen then");
        askAndLend(1, 8);
        assertEquals(1, out.sent.size());
        chosen = 30;
        askAndLend(1, 20);
        assertEquals(2, out.sent.size(), "that was chosen a moment ago");
        askAndLend(1, 29);
        assertEquals(2, out.sent.size());
        assertEquals(29, leases.releasable(chosen, now), "it is waited for until its lease is over");
        now = endNs + 1;
        assertEquals(30, leases.releasable(chosen, now));
    }

    @Test
    @Expects({"sub-leases.given-back", "sub-leases.given-back-before-the-last"})
    void shouldWaitNoMoreForAHolderThatGaveItsLeaseBack() { // L7
        hold(1, 8);
        final long first = round;
        askAndLend(1, 8);
        request(1, SubLeaseRequest.GIVE_BACK, START, first, 8);
        assertFalse(leases.haveEnded(now), "what it gave back was not the last");
        request(1, SubLeaseRequest.GIVE_BACK, START - 1, round, 8);
        assertFalse(leases.haveEnded(now), "of an earlier start");
        ask(1, 8);
        request(1, SubLeaseRequest.GIVE_BACK, START, round, 8);
        assertTrue(leases.haveEnded(now));
        assertEquals(1, counters.givenBack.get());
        now++;
        assertEquals(0, lend(), "it asks for nothing any more");
        highest = 15;
        askAndLend(1, 8);
        assertEquals(15, out.last(SubLease.class).floor);
    }

    @Test
    void shouldNotLendOnAQuestionThatComesAfterItWasGivenBack() { // L7: its holder counts on nothing, and tells nothing
        hold(1, 8);
        final long next = round + 1;
        request(1, SubLeaseRequest.GIVE_BACK, START, next, 8);
        request(1, SubLeaseRequest.ASK, START, next, 8);
        now++;
        assertEquals(0, lend());
        assertTrue(leases.haveEnded(now));
    }

    @Test
    void shouldKeepWhatIsLentWhenItForgetsQuestions() { // L10
        hold(1, 8);
        out.clear();
        ask(1, 8);
        leases.forgetQuestions();
        now++;
        assertEquals(0, lend());
        assertEquals(0, out.sent.size());
        assertFalse(leases.haveEnded(now));
    }

    /** Asks twice: first it is seen whether it keeps up. */
    private void hold(final int slot, final long applied) {
        askAndLend(slot, applied);
        askAndLend(slot, applied);
    }

    private void askAndLend(final int slot, final long applied) {
        ask(slot, applied);
        now++;
        lend();
    }

    private int lend() {
        return leases.lend(BALLOT, endNs, highest, chosen, 3, now);
    }

    private void ask(final int slot, final long applied) {
        request(slot, SubLeaseRequest.ASK, START, ++round, applied);
    }

    private void tell(final int slot, final long applied) {
        request(slot, SubLeaseRequest.TELL, START, round, applied);
    }

    private void request(final int slot, final int kind, final long start, final long number, final long applied) {
        final SubLeaseRequest request = new SubLeaseRequest();
        request.kind = kind;
        request.ballot = BALLOT;
        request.start = start;
        request.round = number;
        request.applied = applied;
        leases.onRequest(slot, slot + 1, request, now);
    }
}
