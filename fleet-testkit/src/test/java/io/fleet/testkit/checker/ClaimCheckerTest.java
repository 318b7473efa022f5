package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.message.Entries;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimCheckerTest {
    private static final long BALLOT = 1 << 16;

    private final Violations violations = new Violations();
    private final ChosenChecker chosen = new ChosenChecker(3, 2, violations);
    private final ClaimChecker witness = new ClaimChecker(0, chosen, new Electorate(3, violations), violations);

    /** LSN 1 is chosen, LSN 2 is ordered. */
    @BeforeEach
    void chooseOne() {
        final Order order = new Order();
        order.ballot = BALLOT;
        for (int lsn = 1; lsn <= 2; lsn++) {
            order.next().lsn = lsn;
            order.entries[lsn - 1].meta.batcherId = 7;
            order.entries[lsn - 1].meta.sequence = lsn;
        }
        tell(0, order);
        tell(0, ack(1, 0));
        tell(1, ack(1, 0));
    }

    @Test
    void shouldAcceptWhatIsChosen() {
        final Order order = new Order();
        order.ballot = BALLOT;
        order.chosen = 1;
        tell(0, order);
        tell(1, ack(1, 1));
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportALeaderThatConfirmsWhatIsNotChosen() {
        final Order order = new Order();
        order.ballot = BALLOT;
        order.chosen = 2;
        tell(0, order);
        assertReport("node 0 says that more is chosen than is: what it confirms goes up to LSN 2, but LSN 2");
    }

    @Test
    void shouldReportAReplicaThatAppliedWhatIsNotChosen() {
        tell(2, ack(0, 2));
        assertReport("node 2 says that more is chosen than is: what it has applied");
    }

    @Test
    void shouldReportAFloorAboveWhatIsChosen() {
        final Promise promise = new Promise();
        promise.ballot = BALLOT + 1;
        promise.chosen = 3;
        tell(1, promise);
        assertReport("node 1 says that more is chosen than is: the floor of its promise");
    }

    @Test
    void shouldReportAnEntryHandedOnThatIsNotChosen() {
        final CatchUpEntry entry = new CatchUpEntry();
        entry.lsn = 2;
        entry.chosen = 1;
        tell(1, entry);
        assertReport("node 1 says that more is chosen than is: what it hands on");
    }

    private void tell(final int sender, final Message message) {
        chosen.onMessage(0, sender, message);
        witness.onMessage(sender, message);
    }

    private static Ack ack(final long cumulative, final long applied) {
        final Ack ack = Entries.ack(BALLOT, cumulative);
        ack.applied = applied;
        return ack;
    }

    private void assertReport(final String start) {
        assertEquals(1, violations.count(), () -> violations.reports().toString());
        assertTrue(violations.reports().get(0).startsWith(start), violations.reports().get(0));
    }
}
