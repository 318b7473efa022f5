package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Order;
import org.junit.jupiter.api.Test;

class HoleCheckerTest {
    private static final long TIMEOUT = 100;
    private static final long BALLOT = 1 << 16;

    private final Violations violations = new Violations();
    private final HoleChecker witness =
        new HoleChecker(0, 3, node -> TIMEOUT, new ChosenChecker(3, 2, violations), violations);

    @Test
    void shouldReportALeaderThatNeverSendsWhatItSaysItOrdered() {
        order(0, 2, 1);
        for (long nowNs = 10; nowNs <= 310; nowNs += 10) {
            order(nowNs, 3, nowNs == 10 ? 3 : 0);
        }
        assertEquals(1, violations.count());
        assertTrue(violations.reports().get(0).contains("has not sent LSN 2 for"));
    }

    @Test
    void shouldAcceptALeaderThatSendsEverythingInTheEnd() {
        for (long nowNs = 0; nowNs <= 1000; nowNs += 10) {
            order(nowNs, 1 + nowNs / 100, nowNs % 100 == 90 ? 1 + nowNs / 100 : 0);
        }
        assertEquals(0, violations.count());
    }

    @Test
    void shouldGiveALeaderTimeAfterAPause() {
        order(0, 1, 0);
        order(1000, 1, 0);
        order(1010, 1, 1);
        assertEquals(0, violations.count());
    }

    private void order(final long nowNs, final long highest, final long lsn) {
        final Order order = new Order();
        order.ballot = BALLOT;
        order.highest = highest;
        if (lsn > 0) {
            order.next().lsn = lsn;
        }
        witness.onMessage(0, order, nowNs);
    }
}
