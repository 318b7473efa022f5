package io.fleet.testkit.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.fixture.message.Entries;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import org.junit.jupiter.api.Test;

class ChosenCheckerTest {
    private static final int GROUP = 4;

    private final Violations violations = new Violations();
    private final ChosenChecker witness = new ChosenChecker(3, 2, violations);

    @Test
    void shouldKnowChosenAfterAQuorumOfCumulativeAcks() {
        order(0, 10, 0, 1, 101, 102, 103);
        ack(0, 10, 3);
        assertEquals(0, witness.chosenCount(GROUP));
        ack(2, 10, 2);
        ack(2, 10, 1);
        assertEquals(2, witness.chosenCount(GROUP));
        assertEquals(102, witness.chosen(GROUP, 2).sequence);
        assertNull(witness.chosen(GROUP, 3));
        assertEquals(0, witness.chosenCount(GROUP + 1));
        assertEquals(1, witness.leaders(GROUP));
        assertNoViolation();
    }

    @Test
    void shouldCountRangesAndAcksThatCameBeforeTheOrder() {
        ack(1, 10, 6, 8, 8);
        ack(2, 10, 5, 7, 8);
        order(0, 10, 5, 6, 106, 107, 108);
        assertNull(witness.chosen(GROUP, 5));
        assertNull(witness.chosen(GROUP, 6));
        assertNull(witness.chosen(GROUP, 7));
        assertEquals(108, witness.chosen(GROUP, 8).sequence);
        ack(0, 10, 7);
        assertEquals(3, witness.chosenCount(GROUP));
        assertNoViolation();
    }

    @Test
    void shouldNotTakeACumulativeAckToSpeakOfWhatLiesBelowTheBase() {
        ack(1, 10, 6);
        order(0, 10, 5, 6, 106, 107);
        ack(1, 10, 7);
        promise(1, 11, 1, 0, 0, 10, 6, 7);
        assertNoViolation();
    }

    @Test
    void shouldReportAnswersOfLessThanWasOrderedOrPromised() {
        order(0, 10, 5, 6, 106, 107);
        rejoinReply(0, 10, 10, 5, 7);
        rejoinReply(0, 12, 10, 5, 9);
        assertNoViolation();
        rejoinReply(0, 10, 10, 5, 6);
        assertTrue(violations.reports().get(0).contains("has ordered up to LSN 7"), () -> violations.reports().get(0));
        rejoinReply(0, 10, 10, 4, 7);
        rejoinReply(1, 10, 10, 5, 7);
        assertEquals(3, violations.count());
        promise(1, 11, 1, 0, 0, 10);
        rejoinReply(1, 10, 0, 0, 0);
        assertTrue(violations.reports().get(3).contains("and has promised 11"), () -> violations.reports().get(3));
        witness.forget(GROUP, 1);
        rejoinReply(1, 10, 0, 0, 0);
        assertEquals(4, violations.count());
    }

    private void rejoinReply(final int from, final long promised, final long ballot, final long base,
                             final long highest) {
        final RejoinReply reply = new RejoinReply();
        reply.standing = VoterState.VOTER;
        reply.holdsRecords = true;
        reply.promised = promised;
        reply.ballot = ballot;
        reply.base = base;
        reply.highest = highest;
        witness.onMessage(GROUP, from, reply);
    }

    @Test
    void shouldNotCountOneNodeTwice() {
        order(0, 10, 0, 1, 101);
        ack(1, 10, 1);
        ack(1, 10, 0, 1, 1);
        ack(1, 10, 1);
        assertEquals(0, witness.chosenCount(GROUP));
    }

    @Test
    void shouldNotAddAcksOfDifferentBallots() {
        order(0, 10, 0, 1, 101);
        ack(0, 10, 1);
        order(1, 11, 0, 1, 201);
        ack(1, 11, 1);
        assertEquals(0, witness.chosenCount(GROUP));
        ack(2, 11, 1);
        assertEquals(201, witness.chosen(GROUP, 1).sequence);
        assertNoViolation();
    }

    @Test
    void shouldReportTwoChosenValues() {
        order(0, 10, 0, 1, 101);
        ack(0, 10, 1);
        ack(1, 10, 1);
        order(1, 11, 0, 1, 201);
        ack(1, 11, 1);
        assertNoViolation();
        ack(2, 11, 1);
        assertViolation("LSN 1 has two chosen values");
    }

    @Test
    void shouldAcceptTheSameValueChosenAgain() {
        order(0, 10, 0, 1, 101);
        ack(0, 10, 1);
        ack(1, 10, 1);
        order(1, 11, 0, 1, 101);
        ack(1, 11, 1);
        ack(2, 11, 1);
        assertNoViolation();
    }

    @Test
    void shouldReportTwoValuesAtOneBallot() {
        order(0, 10, 0, 1, 101);
        order(0, 10, 0, 1, 101);
        assertNoViolation();
        order(0, 10, 0, 1, 102);
        assertViolation("LSN 1 has two values in ballot 10");
    }

    @Test
    void shouldReportTwoLeadersAndTwoBasesOfOneBallot() {
        order(0, 10, 3, 4, 104);
        order(1, 10, 3, 4, 104);
        assertViolation("ballot 10 has two leaders, nodes 0 and 1");
        order(0, 10, 2, 5, 105);
        assertViolation("two bases, 3 and 2");
    }

    @Test
    void shouldReportOrderBelowBase() {
        order(0, 10, 3, 3, 103);
        assertViolation("not above its base 3");
    }

    @Test
    void shouldReportPromiseThatLeavesOutWhatWasAcknowledged() {
        order(0, 10, 0, 1, 101, 102, 103);
        ack(1, 10, 3);
        promise(1, 11, 1, 3, 0, 10, 1, 2);
        assertNoViolation();
        promise(1, 11, 3, 0, 0, 10);
        assertViolation("node 1 promised ballot 11 and left out LSN 3");
    }

    @Test
    void shouldReportAckOfWhatThePromiseLeftOut() {
        order(0, 10, 0, 1, 101, 102, 103);
        promise(1, 11, 1, 0, 1, 10, 2);
        ack(1, 10, 2);
        assertNoViolation();
        ack(2, 10, 3);
        ack(1, 12, 0, 3, 3);
        assertNoViolation();
        ack(1, 10, 3);
        assertViolation("left out LSN 3, which it acknowledges in ballot 10");
    }

    @Test
    void shouldReportPromiseWithAnotherValueThanWasOrdered() {
        order(0, 10, 0, 1, 101);
        final Promise promise = new Promise();
        promise.ballot = 11;
        promise.fromLsn = 1;
        final AcceptedEntry entry = promise.next();
        entry.lsn = 1;
        entry.ballot = 10;
        entry.meta.sequence = 102;
        witness.onMessage(GROUP, 2, promise);
        assertViolation("LSN 1 has two values in ballot 10");
    }

    @Test
    void shouldReportWrongValueHandedOnBeforeOrAfterItIsChosen() {
        order(0, 10, 0, 1, 101, 102);
        catchUp(2, 2, 999);
        ack(0, 10, 2);
        ack(1, 10, 1);
        catchUp(2, 1, 101);
        assertNoViolation();
        catchUp(2, 1, 998);
        assertViolation("as chosen at LSN 1");
        ack(1, 10, 2);
        assertViolation("was handed on as chosen at LSN 2");
    }

    @Test
    void shouldIgnoreClients() {
        order(-1, 10, 0, 1, 101);
        order(0, 10, 0, 1, 102);
        assertNoViolation();
    }

    private void order(final int sender, final long ballot, final long base, final long fromLsn, final long... values) {
        final Order order = new Order();
        order.ballot = ballot;
        order.base = base;
        for (int i = 0; i < values.length; i++) {
            final OrderEntry entry = order.next();
            entry.lsn = fromLsn + i;
            entry.meta.set(meta(values[i]));
        }
        witness.onMessage(GROUP, sender, order);
    }

    private void ack(final int sender, final long ballot, final long cumulative, final long... ranges) {
        witness.onMessage(GROUP, sender, Entries.ack(ballot, cumulative, ranges));
    }

    private void promise(final int sender, final long ballot, final long fromLsn, final long nextLsn, final long chosen,
                         final long acceptedAt, final long... lsns) {
        final Promise promise = Entries.promise(ballot, fromLsn, chosen);
        promise.nextLsn = nextLsn;
        for (final long lsn : lsns) {
            Entries.with(promise, Entries.accepted(lsn, acceptedAt, meta(100 + lsn)));
        }
        witness.onMessage(GROUP, sender, promise);
    }

    private static EntryMeta meta(final long value) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 77;
        meta.sequence = value;
        return meta;
    }

    private void catchUp(final int sender, final long lsn, final long value) {
        final CatchUpEntry entry = new CatchUpEntry();
        entry.lsn = lsn;
        entry.meta.set(meta(value));
        witness.onMessage(GROUP, sender, entry);
    }

    private void assertNoViolation() {
        assertTrue(violations.isEmpty(), () -> violations.reports().toString());
    }

    private void assertViolation(final String part) {
        assertTrue(violations.reports().stream().anyMatch(report -> report.contains(part)),
            () -> violations.reports().toString());
    }
}
