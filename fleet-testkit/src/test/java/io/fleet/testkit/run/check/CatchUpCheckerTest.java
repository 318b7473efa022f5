package io.fleet.testkit.run.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.testkit.checker.Electorate;
import io.fleet.testkit.checker.Violations;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CatchUpCheckerTest {
    private final Violations violations = new Violations();
    private final CatchUpChecker witness = new CatchUpChecker(3, new Electorate(3, violations), violations);

    @Test
    @Tag("hazard-U-witnesses")
    void shouldFindALeaderThatTakesForChosenWhatOthersHandOn() {
        leads(7, 5, 5);
        witness.onReceipt(0, 1, entry(6));
        leads(7, 5, 6);
        final String first = violations.reports().get(0);
        assertTrue(first.startsWith("node 0 leads at ballot 7, and takes LSN 6 for chosen"), first);
    }

    @Test
    void shouldBearWhatAMajorityHasAcknowledged() {
        leads(7, 5, 5);
        acknowledges(7, 6);
        leads(7, 5, 6);
        assertEquals(List.of(), violations.reports());
    }

    @Test
    void shouldBearWhatItKnewBeforeItLed() {
        witness.onReceipt(0, 1, entry(6));
        leads(7, 5, 6);
        acknowledges(3, 7);
        leads(7, 5, 7);
        assertEquals(List.of(), violations.reports());
    }

    @Test
    void shouldForgetWithTheProcess() {
        witness.onReceipt(0, 1, entry(6));
        witness.restarted(0);
        leads(7, 5, 6);
        assertEquals(1, violations.reports().size());
    }

    private void leads(final long ballot, final long base, final long chosen) {
        final Order order = new Order();
        order.ballot = ballot;
        order.base = base;
        order.chosen = chosen;
        order.highest = chosen;
        witness.onMessage(0, order);
    }

    private void acknowledges(final long ballot, final long lsn) {
        final Ack ack = new Ack();
        ack.ballot = ballot;
        ack.count = 1;
        ack.from[0] = lsn;
        ack.to[0] = lsn;
        witness.onReceipt(0, 2, ack);
    }

    private static CatchUpEntry entry(final long lsn) {
        final CatchUpEntry entry = new CatchUpEntry();
        entry.lsn = lsn;
        return entry;
    }
}
