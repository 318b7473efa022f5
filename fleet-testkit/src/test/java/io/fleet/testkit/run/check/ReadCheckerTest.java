package io.fleet.testkit.run.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.RegisterModel;
import org.junit.jupiter.api.Test;

class ReadCheckerTest {
    private static final long MS = 1_000_000;
    private static final RegisterInput READ = RegisterInput.read(3);

    private final Violations violations = new Violations();
    private final ReadChecker<RegisterInput, Long> witness = new ReadChecker<>(violations, 1);

    @Test
    void shouldWantAllThatWasAnsweredInALinearizableRead() {
        witness.answered(5, 10 * MS);
        answer(ReadConsistency.LINEARIZABLE_QUORUM, 0, 10 * MS, 4, ReadResult.NOT_STALE);
        answer(ReadConsistency.LINEARIZABLE_QUORUM, 0, 11 * MS, 5, ReadResult.NOT_STALE);
        assertEquals(0, violations.count());
        answer(ReadConsistency.LINEARIZABLE_QUORUM, 0, 11 * MS, 4, ReadResult.NOT_STALE);
        assertReported("reflects LSN 4, but LSN 5 was in an answer before it was submitted");
    }

    @Test
    void shouldWantWhatAnotherLinearizableReadHadReturned() {
        answer(ReadConsistency.LINEARIZABLE_QUORUM, 0, 10 * MS, 7, ReadResult.NOT_STALE);
        answer(ReadConsistency.LINEARIZABLE_QUORUM, 0, 21 * MS, 6, ReadResult.NOT_STALE);
        assertReported("reflects LSN 6, but LSN 7 was in an answer before it was submitted");
    }

    @Test
    void shouldBearAsMuchAgeAsWasAskedFor() {
        witness.answered(5, 10 * MS);
        answer(ReadConsistency.boundedStale(20), 0, 30 * MS, 4, 20 * MS);
        assertEquals(0, violations.count());
        answer(ReadConsistency.boundedStale(20), 0, 31 * MS, 4, 20 * MS);
        assertReported("reflects LSN 4, but LSN 5 was in an answer 20000000 ns before it was submitted");
    }

    @Test
    void shouldBearMoreAgeWhereClocksAreSlow() {
        final ReadChecker<RegisterInput, Long> slow = new ReadChecker<>(violations, 0.1);
        slow.answered(5, 10 * MS);
        slow.onAnswer(asked(ReadConsistency.boundedStale(2), 0, 30 * MS), 4, 2 * MS, 0L, 40 * MS);
        assertEquals(0, violations.count());
        slow.onAnswer(asked(ReadConsistency.boundedStale(2), 0, 31 * MS), 4, 2 * MS, 0L, 41 * MS);
        assertEquals(1, violations.count());
    }

    @Test
    void shouldNoticeAnAgeThatIsBeyondWhatWasAskedFor() {
        answer(ReadConsistency.boundedStale(20), 0, 30 * MS, 4, 20 * MS + 1);
        assertReported("is answered by a state that may be 20000001 ns old");
    }

    @Test
    void shouldHoldALocalReadToItsOwnClientAndToTheAgeThatIsTold() {
        witness.answered(5, 10 * MS);
        answer(ReadConsistency.LOCAL, 4, 30 * MS, 4, ReadResult.UNKNOWN);
        answer(ReadConsistency.LOCAL, 4, 30 * MS, 4, 20 * MS);
        assertEquals(0, violations.count());
        answer(ReadConsistency.LOCAL, 5, 30 * MS, 4, ReadResult.UNKNOWN);
        assertReported("reflects LSN 4, and its client was answered by 5");
        answer(ReadConsistency.LOCAL, 0, 30 * MS, 4, 19 * MS);
        assertEquals(2, violations.count());
    }

    @Test
    void shouldCompareAnswersWithTheStateThatTheyReflect() {
        witness.onApplied(RegisterInput.set(3, 30), 2);
        witness.onApplied(RegisterInput.set(4, 40), 3);
        witness.onApplied(RegisterInput.set(3, 31), 5);
        witness.onAnswer(asked(ReadConsistency.LOCAL, 0, MS), 1, ReadResult.UNKNOWN, 0L, 2 * MS);
        witness.onAnswer(asked(ReadConsistency.LOCAL, 0, MS), 5, ReadResult.UNKNOWN, 31L, 2 * MS);
        witness.onAnswer(asked(ReadConsistency.LOCAL, 0, MS), 4, ReadResult.UNKNOWN, 30L, 2 * MS);
        witness.check(new RegisterModel());
        assertEquals(0, violations.count());
        witness.onAnswer(asked(ReadConsistency.LOCAL, 0, MS), 4, ReadResult.UNKNOWN, 31L, 2 * MS);
        witness.check(new RegisterModel());
        assertReported("answers 31 and reflects LSN 4, where the state is 30");
    }

    @Test
    void shouldTakeTheAgeThatIsToldAtItsWord() {
        witness.answered(5, 10 * MS);
        answer(ReadConsistency.boundedStale(20), 0, 30 * MS, 4, 19 * MS);
        assertReported("reflects LSN 4, but LSN 5 was in an answer 19000000 ns before it was submitted");
    }

    private void answer(final ReadConsistency consistency, final long own, final long atNs, final long lsn,
                        final long staleNs) {
        witness.onAnswer(asked(consistency, own, atNs), lsn, staleNs, 0L, atNs + 10 * MS);
    }

    private static ReadChecker.Asked<RegisterInput> asked(final ReadConsistency consistency, final long own,
                                                          final long atNs) {
        return new ReadChecker.Asked<>("read", READ, consistency, own, atNs);
    }

    private void assertReported(final String what) {
        assertEquals(1, violations.count());
        assertTrue(violations.reports().get(0).endsWith(what), violations.reports()::toString);
    }
}
