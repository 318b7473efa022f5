package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.replication.RejectEntry;
import org.junit.jupiter.api.Test;

class EntryCheckerTest {
    private static final long FIRST = 1 << 16;
    private static final long SECOND = 2 << 16 | 1;
    private static final long BATCHER = 77;
    private static final int LENGTH = 100;

    private final Violations violations = new Violations();
    private final ChosenChecker chosen = new ChosenChecker(3, 2, violations);
    private final EntryChecker witness = new EntryChecker(0, 3, chosen, violations);

    @Test
    void shouldAcceptAnEntryWhoseBodyWasReadInParts() {
        body(0, FIRST, 5, 60, 40);
        body(0, FIRST, 5, 0, 60);
        order(0, FIRST, 1, BATCHER, 5);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportAnEntryWhoseBodyLacksAPart() {
        body(0, FIRST, 5, 0, 60);
        order(0, FIRST, 1, BATCHER, 5);
        assertTrue(violations.reports().get(0).endsWith("has never had its body"));
    }

    @Test
    void shouldReportAProposalWithoutABody() {
        body(0, FIRST, 5, 0, LENGTH);
        order(0, FIRST, 1, BATCHER, 5);
        order(1, SECOND, 1, BATCHER, 5);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldReportAnEntryThatWasSentToAnotherLeader() {
        body(1, FIRST, 5, 0, LENGTH);
        order(1, SECOND, 1, BATCHER, 5);
        assertTrue(violations.reports().get(0).endsWith("never sent to the leader of this ballot"));
    }

    @Test
    void shouldReportAnEntryThatIsOrderedTwiceAtABallot() {
        body(0, FIRST, 5, 0, LENGTH);
        order(0, FIRST, 1, BATCHER, 5);
        order(0, FIRST, 2, BATCHER, 5);
        assertTrue(violations.reports().get(0).endsWith("in which it has ordered it at LSN 1"));
    }

    @Test
    void shouldAcceptWhatIsProposedAgainAndOrderedAnew() {
        body(0, FIRST, 5, 0, LENGTH);
        order(0, FIRST, 1, BATCHER, 5);
        body(1, SECOND, 5, 0, LENGTH);
        order(1, SECOND, 1, BATCHER, 5);
        order(1, SECOND, 2, BATCHER, 5);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportWhatWasRefused() {
        body(0, FIRST, 5, 0, LENGTH);
        final RejectEntry reject = new RejectEntry();
        reject.ballot = FIRST;
        reject.batcherId = BATCHER;
        reject.sequence = 5;
        tell(0, reject);
        order(0, FIRST, 1, BATCHER, 5);
        assertTrue(violations.reports().get(0).endsWith("in which it has refused it"));
    }

    @Test
    void shouldAcceptEntriesOfTheLeadersOwnNode() {
        order(0, FIRST, 1, BatcherId.embedded(0, BATCHER), 5);
        assertEquals(0, violations.count());
    }

    private void body(final int to, final long target, final long sequence, final int offset, final int length) {
        final EntryBody body = new EntryBody();
        body.batcherId = BATCHER;
        body.sequence = sequence;
        body.targetBallot = target;
        body.totalLength = LENGTH;
        body.offset = offset;
        body.chunkLength = length;
        witness.onReceipt(to, body);
    }

    private void order(final int sender, final long ballot, final long lsn, final long batcher, final long sequence) {
        final Order order = new Order();
        order.ballot = ballot;
        final OrderEntry entry = order.next();
        entry.lsn = lsn;
        entry.meta.batcherId = batcher;
        entry.meta.sequence = sequence;
        entry.meta.length = LENGTH;
        tell(sender, order);
    }

    private void tell(final int sender, final Message message) {
        chosen.onMessage(0, sender, message);
        witness.onMessage(sender, message);
    }
}
