package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.consensus.message.replication.Order;
import org.junit.jupiter.api.Test;

class QuorumCheckerTest {
    private static final long TIMEOUT = 100;
    private static final long BALLOT = 1 << 16;

    private final Violations violations = new Violations();
    private final QuorumChecker witness = new QuorumChecker(3, TIMEOUT, violations);

    @Test
    void shouldReportALeaderThatGoesOnAlone() {
        witness.onArrival(2, 0, 0);
        lead(0, 500);
        assertEquals(0, violations.count());
        lead(510, 520);
        assertEquals(1, violations.count());
        assertTrue(violations.reports().get(0).startsWith("a leader goes on that nobody can hear: node 0"));
    }

    @Test
    void shouldAcceptALeaderThatOneOfTwoOthersReaches() {
        for (long nowNs = 0; nowNs < 2000; nowNs += 400) {
            witness.onArrival(2, 0, nowNs);
            lead(nowNs, nowNs + 390);
        }
        assertEquals(0, violations.count());
    }

    @Test
    void shouldNotCountClients() {
        for (long nowNs = 0; nowNs < 600; nowNs += 10) {
            witness.onArrival(3, 0, nowNs);
            lead(nowNs, nowNs);
        }
        assertEquals(1, violations.count());
    }

    @Test
    void shouldGiveALeaderTimeAfterAPause() {
        lead(0, 300);
        lead(900, 1400);
        assertEquals(0, violations.count());
    }

    /** Of five, one reaches the leader, and tells it what others have acknowledged (seed 7260830). */
    @Test
    void shouldCountThoseOfWhomACollectorTells() {
        final QuorumChecker five = new QuorumChecker(5, TIMEOUT, violations);
        final CollectedAcks acks = new CollectedAcks();
        acks.count = 1;
        acks.node[0] = 3;
        for (long nowNs = 0; nowNs < 2000; nowNs += 400) {
            five.onMessage(2, acks, nowNs + 1);
            five.onArrival(2, 0, nowNs + 2);
            lead(five, nowNs + 3, nowNs + 390);
        }
        assertEquals(0, violations.count());
        for (long nowNs = 2000; nowNs < 3000; nowNs += 400) {
            five.onArrival(2, 0, nowNs);
            lead(five, nowNs, nowNs + 390);
        }
        assertTrue(violations.count() > 0, "it tells of nobody any more");
    }

    private void lead(final long fromNs, final long toNs) {
        lead(witness, fromNs, toNs);
    }

    private static void lead(final QuorumChecker by, final long fromNs, final long toNs) {
        for (long nowNs = fromNs; nowNs <= toNs; nowNs += 10) {
            final Order order = new Order();
            order.ballot = BALLOT;
            by.onMessage(0, order, nowNs);
        }
    }
}
