package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.replication.Order;
import org.junit.jupiter.api.Test;

class HandOverCheckerTest {
    private static final long BALLOT = Ballot.next(0, 1);
    private static final long PATIENCE = 100;

    private final Violations violations = new Violations();
    private final HandOverChecker witness = new HandOverChecker(3, node -> PATIENCE, violations);

    @Test
    void shouldAcceptALeaderThatWaitsAndThenGoesOn() {
        handOver(1, BALLOT, 1, 7, 1_000);
        order(1, BALLOT, 7, 1_001);
        handOver(1, BALLOT, 1, 7, 1_090);
        order(1, BALLOT, 8, 1_000 + PATIENCE);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportALeaderThatOrdersOn() {
        handOver(1, BALLOT, 1, 7, 1_000);
        order(1, BALLOT, 8, 1_000 + PATIENCE - 1);
        assertReport("node 1 orders LSN 8 in ballot");
    }

    @Test
    void shouldCountEachHandOverAnew() {
        handOver(1, BALLOT, 1, 7, 1_000);
        handOver(1, BALLOT, 2, 7, 1_090);
        order(1, BALLOT, 8, 1_000 + PATIENCE);
        assertReport("node 1 orders LSN 8 in ballot");
    }

    @Test
    void shouldNotBindTheNextBallot() {
        handOver(1, BALLOT, 1, 7, 1_000);
        order(1, Ballot.next(BALLOT, 1), 8, 1_001);
        order(2, Ballot.next(BALLOT, 2), 8, 1_001);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportAHandOverOfAnothersBallot() {
        handOver(2, BALLOT, 1, 7, 1_000);
        assertReport("node 2 hands over at ballot");
    }

    private void handOver(final int sender, final long ballot, final long number, final long highest,
                          final long nowNs) {
        final LeadershipTransfer message = new LeadershipTransfer();
        message.ballot = ballot;
        message.number = number;
        message.highest = highest;
        message.successor = 0;
        witness.onMessage(sender, message, nowNs);
    }

    private void order(final int sender, final long ballot, final long lsn, final long nowNs) {
        final Order order = new Order();
        order.ballot = ballot;
        order.highest = lsn;
        order.next().lsn = lsn;
        witness.onMessage(sender, order, nowNs);
    }

    private void assertReport(final String text) {
        assertEquals(1, violations.count());
        assertTrue(violations.reports().get(0).contains(text), () -> violations.reports().toString());
    }
}
