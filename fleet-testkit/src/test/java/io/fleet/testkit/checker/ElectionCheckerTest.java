package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.fixture.message.Entries;
import io.fleet.storage.EntryMeta;
import org.junit.jupiter.api.Test;

class ElectionCheckerTest {
    private static final long FIRST = 1 << 16;
    private static final long SECOND = 2 << 16 | 1;
    private static final long THIRD = 3 << 16 | 2;
    private static final long LIFE = 17;

    private final Violations violations = new Violations();
    private final ChosenChecker chosen = new ChosenChecker(3, 2, violations);
    private final ElectionChecker witness = new ElectionChecker(0, 3, chosen, violations);

    @Test
    void shouldAcceptALeaderThatAnotherHasPromisedAndConfirmed() {
        prepare(0, FIRST);
        promise(0, 1, FIRST, LIFE, 0, 0);
        confirm(0, 1, FIRST, LIFE);
        order(0, FIRST, 1, 5);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportALeaderWithoutConfirmations() {
        prepare(0, FIRST);
        promise(0, 1, FIRST, LIFE, 0, 0);
        order(0, FIRST, 1, 5);
        assertTrue(violations.reports().get(0).contains("which only 0 others of 3 have promised to it"));
    }

    @Test
    void shouldReportALeaderConfirmedInAnotherLife() {
        prepare(0, FIRST);
        promise(0, 1, FIRST, LIFE, 0, 0);
        confirm(0, 1, FIRST, LIFE + 1);
        order(0, FIRST, 1, 5);
        assertTrue(violations.reports().get(0).contains("confirmed as the same voter"));
    }

    @Test
    void shouldReportALeaderThatReadOnePageOfTwo() {
        prepare(0, FIRST);
        promise(0, 1, FIRST, LIFE, 0, 9);
        confirm(0, 1, FIRST, LIFE);
        order(0, FIRST, 1, 5);
        assertTrue(violations.reports().get(0).contains("which only 0 others of 3"));
    }

    @Test
    void shouldReportANewValueWhereAnotherWasTold() {
        order(0, FIRST, 1, 5);
        prepare(1, SECOND);
        promise(1, 0, SECOND, LIFE, 0, 0, accepted(1, FIRST, 5));
        confirm(1, 0, SECOND, LIFE);
        order(1, SECOND, 1, 6);
        assertTrue(violations.reports().get(0).startsWith("node 1 proposes"), violations.reports().toString());
    }

    @Test
    void shouldAcceptWhatWasToldAndReportWhatALowerBallotHad() {
        order(0, FIRST, 1, 5);
        order(1, SECOND, 1, 6);
        prepare(2, THIRD);
        promise(2, 1, THIRD, LIFE, 0, 0, accepted(1, SECOND, 6));
        confirm(2, 1, THIRD, LIFE);
        order(2, THIRD, 1, 5);
        assertEquals(1, violations.count());
        assertTrue(violations.reports().get(0).contains("last proposed in ballot " + FIRST));
    }

    @Test
    void shouldReportAProposalBelowTheFloorOfAPromise() {
        prepare(1, SECOND);
        promise(1, 0, SECOND, LIFE, 3, 0);
        confirm(1, 0, SECOND, LIFE);
        order(1, SECOND, 2, 6);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldReportALeaderThatPassesOverWhatItAcknowledgedItself() {
        order(0, FIRST, 1, 5);
        chosen.onMessage(0, 1, Entries.ack(FIRST, 1));
        prepare(1, SECOND);
        promise(1, 2, SECOND, LIFE, 0, 0);
        confirm(1, 2, SECOND, LIFE);
        order(1, SECOND, 1, 6);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldAcceptANoOpForAConfigurationBelowASettledBallot() {
        campaignAfterAConfiguration(true);
        order(2, THIRD, 1, 6);
        assertEquals(0, violations.count());
    }

    @Test
    void shouldReportANoOpForAConfigurationThatMayBeChosen() {
        campaignAfterAConfiguration(false);
        order(2, THIRD, 1, 6);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldReportAConfigurationThatIsProposedAgainAtASettledBallot() {
        campaignAfterAConfiguration(false);
        final Order again = new Order();
        again.ballot = THIRD;
        again.settled = true;
        tell(2, again);
        again.next().set(configuration());
        tell(2, again);
        assertTrue(violations.reports().get(0).contains("and has called ballot " + THIRD + " settled before"));
    }

    /** Of three, 0 has ordered a configuration, which 1 has not found; 2 campaigns, and 0 tells it. */
    private void campaignAfterAConfiguration(final boolean settled) {
        final Order first = new Order();
        first.ballot = FIRST;
        first.next().set(configuration());
        tell(0, first);
        prepare(1, SECOND);
        promise(1, 2, SECOND, LIFE, 0, 0);
        confirm(1, 2, SECOND, LIFE);
        final Order second = new Order();
        second.ballot = SECOND;
        second.settled = settled;
        tell(1, second);
        prepare(2, THIRD);
        promise(2, 0, THIRD, LIFE, 0, 0, Entries.accepted(1, FIRST, configuration().meta));
        confirm(2, 0, THIRD, LIFE);
    }

    private static OrderEntry configuration() {
        final OrderEntry entry = new OrderEntry();
        entry.lsn = 1;
        entry.meta.set(meta(5));
        entry.meta.flags = EntryMeta.CONFIGURATION;
        return entry;
    }

    private void prepare(final int sender, final long ballot) {
        final Prepare prepare = new Prepare();
        prepare.ballot = ballot;
        prepare.fromLsn = 1;
        witness.onMessage(sender, prepare);
    }

    private void promise(final int to, final int from, final long ballot, final long life, final long floor,
                         final long next, final AcceptedEntry... entries) {
        final Promise promise = Entries.promise(ballot, 1, floor);
        promise.nextLsn = next;
        promise.voterId = life;
        for (final AcceptedEntry entry : entries) {
            Entries.with(promise, entry);
        }
        witness.onReceipt(to, from, promise);
    }

    private void confirm(final int to, final int from, final long ballot, final long life) {
        final Confirmation confirmation = new Confirmation();
        confirmation.ballot = ballot;
        confirmation.voterId = life;
        witness.onReceipt(to, from, confirmation);
    }

    private void order(final int sender, final long ballot, final long lsn, final long sequence) {
        tell(sender, Entries.order(ballot, 0, lsn, meta(sequence)));
    }

    private void tell(final int sender, final Message message) {
        chosen.onMessage(0, sender, message);
        witness.onMessage(sender, message);
    }

    private static AcceptedEntry accepted(final long lsn, final long ballot, final long sequence) {
        return Entries.accepted(lsn, ballot, meta(sequence));
    }

    private static EntryMeta meta(final long sequence) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 1;
        meta.sequence = sequence;
        return meta;
    }
}
