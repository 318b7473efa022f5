package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import org.junit.jupiter.api.Test;

class ReplierCheckerTest {
    private static final long BALLOT = 1 << 16;

    private final Violations violations = new Violations();
    private final ReplierChecker witness = new ReplierChecker(3, new Electorate(3, violations), leader -> 2,
        violations);

    @Test
    void shouldAcceptAnswersOfWhoeverWasNamed() {
        order(BALLOT, 1, 2);
        order(BALLOT + 1, 1, 1);
        reply(2, 1);
        reply(1, 1);
        witness.onQuery(2, 1);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportAnAnswerOfAnotherNode() {
        order(BALLOT, 1, 2);
        reply(0, 1);
        assertReport("node 0 answered entry 7:1 and is not its replier");
    }

    @Test
    void shouldReportAReadOnAnotherNode() {
        order(BALLOT, 1, 2);
        witness.onQuery(1, 1);
        assertReport("node 1 ran a read of LSN 1 and is not its replier");
    }

    @Test
    void shouldReportMoreEntriesThanTheBound() {
        order(BALLOT, 1, 2);
        order(BALLOT, 2, 2);
        order(BALLOT, 2, 2);
        applied(2, 1);
        order(BALLOT, 3, 2);
        assertEquals(0, violations.count());
        order(BALLOT, 4, 2);
        assertReport("more entries wait at one replier than its bound: node 2 is given LSN 4");
    }

    @Test
    void shouldLetALeaderTakeWhatItFoundBeyondItsBound() {
        for (int lsn = 1; lsn <= 4; lsn++) {
            order(BALLOT, lsn, lsn % 3);
        }
        for (int lsn = 1; lsn <= 4; lsn++) {
            order(BALLOT + (1 << 16), lsn, 0);
        }
        assertEquals(0, violations.count());
    }

    private void order(final long ballot, final long lsn, final int replier) {
        final Order order = new Order();
        order.ballot = ballot;
        final OrderEntry line = order.next();
        line.lsn = lsn;
        line.replier = replier;
        line.meta.batcherId = 7;
        line.meta.sequence = lsn;
        witness.onMessage(0, order);
    }

    private void applied(final int node, final long lsn) {
        final Ack ack = new Ack();
        ack.ballot = BALLOT;
        ack.applied = lsn;
        witness.onMessage(node, ack);
    }

    private void reply(final int node, final long entry) {
        final ReplyBatch reply = new ReplyBatch();
        reply.batcherId = 7;
        reply.entrySequence = entry;
        witness.onMessage(node, reply);
    }

    private void assertReport(final String start) {
        assertEquals(1, violations.count(), () -> violations.reports().toString());
        assertTrue(violations.reports().get(0).startsWith(start), violations.reports().get(0));
    }
}
