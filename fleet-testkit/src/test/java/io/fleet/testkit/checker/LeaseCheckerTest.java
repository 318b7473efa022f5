package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.replication.Order;
import org.junit.jupiter.api.Test;

/** Node 0 leads, with leases of 90 ms and clocks that are up to a tenth wrong: 80 ms of true time count. */
class LeaseCheckerTest {
    private static final long MS = 1_000_000;
    private static final long BALLOT = Ballot.next(0, 0);
    private static final long NEXT = Ballot.next(BALLOT, 1);

    private final Violations violations = new Violations();
    private final LeaseChecker witness = new LeaseChecker(3, violations);

    @Test
    void shouldReportAVoterThatHelpsAnotherWhileItsGrantCounts() { // L1
        ask(1, 100);
        grant(1, 1);
        promise(1, NEXT, 180);
        assertEquals(0, violations.count());
        promise(1, NEXT, 179);
        assertReport(1, "node 1 helps to elect node 1, though the lease that it has granted to the leader of ballot "
            + BALLOT + " may count for 1000000 ns more");
        grant(1, 1);
        final Prepare prepare = new Prepare();
        prepare.ballot = NEXT;
        witness.onMessage(1, prepare, 101 * MS);
        assertEquals(2, violations.count());
        grant(1, 1);
        preVote(1, Ballot.next(NEXT, 2), false);
        assertEquals(2, violations.count());
        preVote(1, Ballot.next(NEXT, 2), true);
        assertEquals(3, violations.count());
    }

    @Test
    void shouldAcceptAPromiseToTheLeaderOrOfOneWhoHasGrantedNothing() { // L1
        ask(1, 100);
        grant(1, 1);
        grant(2, 9);
        promise(1, Ballot.next(NEXT, 0), 101);
        promise(2, NEXT, 101);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldFreeWhoWasReleasedAndNobodyWhoHasGrantedSince() { // L4
        ask(7, 100);
        ask(8, 110);
        grant(1, 7);
        grant(2, 8);
        grant(2, 7);
        release(7);
        promise(1, NEXT, 120);
        grant(1, 7);
        promise(1, NEXT, 120);
        assertEquals(0, violations.count());
        promise(2, NEXT, 189);
        assertReport(1, "node 2 helps to elect node 1");
    }

    @Test
    void shouldReportALeaseThatIsHeldThoughAnotherLeads() { // L2
        order(0, BALLOT);
        witness.onCycle(0, true);
        witness.onCycle(1, false);
        order(1, NEXT);
        witness.onCycle(0, false);
        witness.onCycle(1, true);
        assertEquals(0, violations.count());
        witness.onCycle(0, true);
        assertReport(1, "node 0 holds a lease at ballot " + BALLOT + ", and ballot " + NEXT + " has a leader");
    }

    @Test
    void shouldFreeWhoHasGrantedToALowerBallotOfALeaderThatIsElectedAnew() { // L4, seed 17827
        ask(1, 100);
        grant(1, 1);
        grant(2, 1);
        final LeaseRequest request = new LeaseRequest();
        request.ballot = Ballot.next(BALLOT, 0);
        request.round = 1;
        request.millis = LeaseRequest.RELEASE;
        witness.onMessage(0, request, 110 * MS);
        promise(1, Ballot.next(request.ballot, 1), 111);
        assertEquals(0, violations.count());
        ask(2, 120);
        grant(2, 2);
        request.ballot = NEXT;
        witness.onMessage(1, request, 121 * MS);
        promise(2, Ballot.next(NEXT, 1), 122);
        assertEquals(1, violations.count(), "another leader frees nobody");
    }

    @Test
    void shouldTakeWhoAsksForALeaseForALeader() { // L2, seed 11149
        order(1, Ballot.next(0, 1));
        final LeaseRequest request = new LeaseRequest();
        request.ballot = Ballot.next(NEXT, 0);
        request.round = 1;
        request.millis = 90;
        witness.onMessage(0, request, 200 * MS);
        witness.onCycle(0, true);
        assertEquals(0, violations.count(), "it has nothing to order yet");
        witness.onCycle(1, true);
        assertReport(1, "node 1 holds a lease");
    }

    @Test
    void shouldReportAReplicaThatMayAnswerWithoutWhatAClientWasShown() { // L8
        witness.onReplica(1, true, 0);
        final ReplyBatch batch = new ReplyBatch();
        batch.lsn = 7;
        witness.onMessage(2, batch, MS);
        witness.onReplica(1, true, 7);
        witness.onReplica(0, false, 6);
        assertEquals(0, violations.count());
        witness.onReplica(0, true, 6);
        assertReport(1, "the replica of node 0 holds a lease and has applied up to LSN 6 only");
        witness.onReplica(0, true, 6);
        assertEquals(1, violations.count(), "once");
    }

    private void assertReport(final int count, final String start) {
        assertEquals(count, violations.count());
        assertTrue(violations.reports().get(0).startsWith(start), violations.reports().toString());
    }

    private void ask(final long round, final long atMillis) {
        request(round, 90, atMillis);
    }

    private void release(final long round) {
        request(round, LeaseRequest.RELEASE, 120);
    }

    private void request(final long round, final int millis, final long atMillis) {
        final LeaseRequest request = new LeaseRequest();
        request.ballot = BALLOT;
        request.round = round;
        request.millis = millis;
        request.maxDriftPpm = 100_000;
        witness.onMessage(0, request, atMillis * MS);
    }

    private void grant(final int voter, final long round) {
        final LeaseGrant grant = new LeaseGrant();
        grant.ballot = BALLOT;
        grant.round = round;
        witness.onMessage(voter, grant, 0);
    }

    private void promise(final int voter, final long ballot, final long atMillis) {
        final Promise promise = new Promise();
        promise.ballot = ballot;
        witness.onMessage(voter, promise, atMillis * MS);
    }

    private void preVote(final int voter, final long ballot, final boolean granted) {
        final PreVoteReply reply = new PreVoteReply();
        reply.ballot = ballot;
        reply.granted = granted;
        witness.onMessage(voter, reply, 101 * MS);
    }

    private void order(final int leader, final long ballot) {
        final Order order = new Order();
        order.ballot = ballot;
        witness.onMessage(leader, order, 0);
    }
}
