package io.fleet.testkit.checker.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.checker.Violations;
import org.junit.jupiter.api.Test;

class ApplyCheckerTest {
    private final Violations violations = new Violations();
    private final ApplyChecker witness = new ApplyChecker(violations, 2);
    private final ApplyChecker.Cursor one = witness.cursor("node 1");
    private final ApplyChecker.Cursor two = witness.cursor("node 2");

    @Test
    void shouldAcceptReplicasThatGoThroughTheSameSequence() {
        for (int i = 1; i <= 10; i++) {
            apply(one, i);
        }
        for (int i = 1; i <= 12; i++) {
            apply(two, i);
        }
        assertEquals(10, one.position());
        assertEquals(12, witness.length());
        assertNoViolation();
    }

    @Test
    void shouldReportDifferentCommandOrAnswerAtOnePosition() {
        apply(one, 1);
        apply(one, 2);
        apply(two, 1);
        two.applied(2, 5, 2, 102, 1000, 2, 99);
        assertViolation("node 2 applied at position 1");
    }

    @Test
    void shouldReportATimerThatFiresElsewhereInTheSequence() {
        apply(one, 1);
        one.happened(ApplyChecker.Event.TIMER, 2, 7, 1000);
        apply(one, 3);
        apply(two, 1);
        apply(two, 3);
        assertViolation("node 2 applied at position 1");
    }

    @Test
    void shouldReportASessionThatEndsOtherwise() {
        one.happened(ApplyChecker.Event.SESSION_OPENED, 1, 5, 1000);
        two.happened(ApplyChecker.Event.SESSION_OPENED, 1, 5, 1000);
        assertNoViolation();
        one.happened(ApplyChecker.Event.SESSION_CLOSED, 2, 5, 1000);
        two.happened(ApplyChecker.Event.SESSION_EXPIRED, 2, 5, 1000);
        assertViolation("node 2 applied at position 1");
    }

    @Test
    void shouldReportForgottenCommandOfANewIncarnation() {
        apply(one, 1);
        apply(one, 2);
        witness.acknowledged(102, 20);
        final ApplyChecker.Cursor reborn = witness.cursor("node 1, second incarnation");
        apply(reborn, 1);
        assertNoViolation();
        apply(reborn, 3);
        assertViolation("second incarnation applied at position 1");
    }

    @Test
    void shouldReportSecondExecution() {
        apply(one, 1);
        one.applied(2, 5, 1, 777, 1000, 1, 10);
        assertViolation("a second time (session, sequence)");
    }

    @Test
    void shouldReportOperationExecutedInTwoSessions() {
        apply(one, 1);
        one.applied(2, 6, 1, 101, 1000, 1, 10);
        assertViolation("executed operation 101 a second time");
    }

    @Test
    void shouldReportTimeOrLsnThatDecreases() {
        apply(one, 2);
        one.applied(1, 5, 3, 103, 1000, 3, 30);
        assertViolation("went back in LSN or log time");
    }

    @Test
    void shouldReportLogTimeThatDecreases() {
        apply(one, 2);
        one.applied(3, 5, 3, 103, 999, 3, 30);
        assertViolation("went back in LSN or log time");
    }

    @Test
    void shouldReportAnswersOutOfThinAir() {
        apply(one, 1);
        witness.acknowledged(101, 10);
        assertEquals(1, witness.acknowledgedCount());
        assertNoViolation();
        witness.acknowledged(102, 20);
        assertViolation("operation 102 was acknowledged, but no replica has applied it");
        witness.acknowledged(101, 11);
        assertViolation("with an answer that no replica gave");
    }

    @Test
    void shouldReportEffectOfOperationNotAppliedWheneverItComes() {
        apply(one, 1);
        witness.notApplied(102);
        witness.notApplied(103);
        assertNoViolation();
        witness.notApplied(101);
        assertViolation("operation 101 took effect at position 0");
        apply(one, 2);
        assertViolation("executed operation 102, whose client was told");
        assertTrue(witness.isApplied(102));
        assertFalse(witness.isApplied(103));
    }

    @Test
    void shouldGoOnFromASnapshot() {
        for (int i = 1; i <= 4; i++) {
            apply(one, i);
        }
        two.restored(3);
        apply(two, 4);
        assertNoViolation();
        two.restored(5);
        assertViolation("read a snapshot of 5 commands");
    }

    @Test
    void shouldCompareStates() {
        apply(one, 1);
        assertFalse(one.wantsState());
        apply(one, 2);
        assertTrue(one.wantsState());
        one.state(-1);
        two.restored(2);
        two.state(-1);
        assertNoViolation();
        two.state(-2);
        assertViolation("node 2 has another state after 2 commands");
    }

    private static void apply(final ApplyChecker.Cursor cursor, final long lsn) {
        cursor.applied(lsn, 5, lsn, 100 + lsn, 1000, lsn, 10 * lsn);
    }

    private void assertNoViolation() {
        assertTrue(violations.isEmpty(), () -> violations.reports().toString());
    }

    private void assertViolation(final String part) {
        assertTrue(violations.reports().stream().anyMatch(report -> report.contains(part)),
            () -> violations.reports().toString());
    }
}
