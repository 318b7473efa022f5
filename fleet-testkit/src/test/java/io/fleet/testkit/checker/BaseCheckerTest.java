package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

class BaseCheckerTest {
    private static final long BALLOT = 9;

    private final Violations violations = new Violations();
    private final BaseChecker witness = new BaseChecker(3, violations);

    @Test
    void shouldReportALeaderThatWasNeverToldWhatItsBaseCovers() {
        campaign(11);
        witness.onReceipt(1, order(4, 0, 11));
        witness.onReceipt(1, entry(13));
        witness.onMessage(1, order(BALLOT, 13));
        assertTrue(violations.isEmpty());
        witness.onMessage(1, order(BALLOT, 13, 14));
        assertEquals(1, violations.reports().size());
        assertTrue(violations.reports().get(0).contains("nobody has told it what is chosen at LSN 12"),
            violations.reports()::toString);
        witness.onMessage(1, order(BALLOT, 13, 15));
        assertEquals(1, violations.reports().size());
    }

    @Test
    void shouldBeContentWithWhatWasKnownToldOrOrderedByItself() {
        witness.onMessage(1, order(5, 0, 12));
        campaign(11);
        campaign(200);
        witness.onReceipt(1, order(4, 0, 11));
        witness.onReceipt(1, entry(13));
        witness.onMessage(1, order(BALLOT, 13, 14));
        assertEquals(List.of(), violations.reports());
    }

    @Test
    void shouldJudgeOnlyTheBallotOfTheCampaign() {
        campaign(11);
        witness.onMessage(1, order(BALLOT - 1, 13, 14));
        witness.onMessage(2, order(BALLOT, 13, 14));
        assertEquals(List.of(), violations.reports());
    }

    private void campaign(final long fromLsn) {
        final Prepare prepare = new Prepare();
        prepare.ballot = BALLOT;
        prepare.fromLsn = fromLsn;
        witness.onMessage(1, prepare);
    }

    private static CatchUpEntry entry(final long lsn) {
        final CatchUpEntry entry = new CatchUpEntry();
        entry.lsn = lsn;
        return entry;
    }

    private static Order order(final long ballot, final long base, final long... lsns) {
        final Order order = new Order();
        order.ballot = ballot;
        order.base = base;
        for (final long lsn : lsns) {
            order.next().lsn = lsn;
        }
        return order;
    }
}
