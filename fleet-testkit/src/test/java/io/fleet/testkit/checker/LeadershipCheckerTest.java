package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import org.junit.jupiter.api.Test;

class LeadershipCheckerTest {
    private static final int WINDOW = 16;
    private static final long BALLOT = Ballot.next(0, 1);

    private final Violations violations = new Violations();
    private final LeadershipChecker witness = new LeadershipChecker(3, WINDOW, violations);

    @Test
    void shouldAcceptACandidateThatAMajorityLetCampaign() {
        grant(0, BALLOT);
        prepare(1, BALLOT);
        prepare(1, BALLOT);
        order(1, BALLOT, 0, 1);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportACandidateWithoutGrants() {
        prepare(1, BALLOT);
        assertReport("node 1 campaigns although no majority has lost the leader");
    }

    @Test
    void shouldAcceptACandidateThatItsLeaderAsked() {
        handOver(0, Ballot.next(0, 0), 1);
        prepare(1, BALLOT);
        assertEquals(0, violations.count());
        prepare(1, Ballot.next(BALLOT, 1));
        assertReport("node 1 campaigns although no majority has lost the leader");
    }

    @Test
    void shouldNotAcceptACandidateThatAnotherNodeAsked() {
        handOver(2, Ballot.next(0, 0), 1);
        prepare(1, BALLOT);
        assertReport("node 1 campaigns although no majority has lost the leader");
    }

    @Test
    void shouldNotCountGrantsOfACampaignBefore() {
        grant(0, BALLOT);
        prepare(1, BALLOT);
        prepare(1, Ballot.next(BALLOT, 1));
        assertReport("node 1 campaigns although no majority has lost the leader");
    }

    @Test
    void shouldReportALeaderThatGrantsAndLeadsOn() {
        order(1, BALLOT, 0, 1);
        grant(1, Ballot.next(BALLOT, 2));
        assertEquals(0, violations.count());
        order(1, BALLOT, 0, 2);
        assertReport("node 1 lets another one campaign while it leads");
    }

    @Test
    void shouldReportAnOrderBeyondTheWindow() {
        order(1, BALLOT, 3, 3 + WINDOW);
        assertEquals(0, violations.count());
        order(1, BALLOT, 3, 4 + WINDOW);
        assertReport("an order lies beyond the leader's window: node 1 orders LSN 20");
    }

    @Test
    void shouldLetALeaderProposeAgainWhatWasOrdered() {
        order(1, BALLOT, 15, 30);
        order(2, Ballot.next(BALLOT, 2), 0, 30);
        assertEquals(0, violations.count());
    }

    private void grant(final int node, final long ballot) {
        final PreVoteReply reply = new PreVoteReply();
        reply.ballot = ballot;
        reply.granted = true;
        witness.onMessage(node, reply);
    }

    private void prepare(final int node, final long ballot) {
        final Prepare prepare = new Prepare();
        prepare.ballot = ballot;
        witness.onMessage(node, prepare);
    }

    private void order(final int node, final long ballot, final long chosen, final long lsn) {
        final Order order = new Order();
        order.ballot = ballot;
        order.chosen = chosen;
        final OrderEntry line = order.next();
        line.lsn = lsn;
        line.meta.batcherId = 7;
        line.meta.sequence = lsn;
        witness.onMessage(node, order);
    }

    private void assertReport(final String start) {
        assertEquals(1, violations.count(), () -> violations.reports().toString());
        assertTrue(violations.reports().get(0).startsWith(start), violations.reports().get(0));
    }

    private void handOver(final int sender, final long ballot, final int successor) {
        final LeadershipTransfer message = new LeadershipTransfer();
        message.ballot = ballot;
        message.successor = successor;
        witness.onMessage(sender, message);
    }
}
